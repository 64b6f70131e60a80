pub fn migration() -> String { String::new() }
