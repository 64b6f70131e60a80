# The stages of an app, which nobody can build on Linux, run on generated rows.
plan=App/JournalPlan.swift
# The libraries are compiled once, here and in the next run, from the packages that SwiftPM has already.
swiftpm=${XDG_CACHE_HOME:-$HOME/.cache}/org.swift.swiftpm
export XDG_CACHE_HOME=$SWIFTPM_BUILD_DIR/stages
mkdir -p "$XDG_CACHE_HOME"
[ ! -d "$swiftpm" ] || ln -sfn "$swiftpm" "$XDG_CACHE_HOME/org.swift.swiftpm"
# change OLD NEW: replaces a text of the plan, which must be there.
change() {
  grep -qF -- "$1" "$plan" || fail "the plan has no $1"
  OLD=$1 NEW=$2 perl -0pi -e 's/\Q$ENV{OLD}\E/$ENV{NEW}/' "$plan"
}

expect 0 schemaledger init -- SchemaV1
expect 0 schemaledger freeze 1.0.0
cp "$later"/* App/
git add . && git commit -qm 'Words are counted' --no-verify

say 'a custom stage is named'
expect 0 schemaledger verify -- \
  "not covered by rows: the custom stage 1.0.0 → 2.0.0 is not run: App/SchemaV2.swift:3"

say 'it is run, if the user allows it'
sed -i.old 's/^  kind: swiftdata/&\n  stages: run/' schemaledger.yml && rm schemaledger.yml.old
expect 2 schemaledger verify -- 'stages: the code of the app' 'schemaledger trust'
expect 0 schemaledger trust
expect 1 schemaledger verify -- \
  "SL304 error  the stage 1.0.0 → 2.0.0 ($plan:12) loses" 'of 40 rows of ZNOTE in a 1.0.0 database'

say 'a tool that was built is kept'
slices=$(ls "$XDG_CACHE_HOME/schemaledger/stages")
expect 1 env PATH="$PATH:/nowhere" schemaledger verify -- 'SL304'
[ "$(ls "$XDG_CACHE_HOME/schemaledger/stages")" = "$slices" ] || fail 'something was built again'

say 'the corrected stage'
change '      if note.words == 0 { context.delete(note) }
' ''
expect 0 schemaledger verify -- '1.0.0  ' 'ok      1 migration run'

say 'a stage without effect'
change 'note.words = note.text.wordCount' '_ = note.text.wordCount'
expect 0 schemaledger verify -- \
  "not covered by rows: the code of the stage 1.0.0 → 2.0.0 ($plan:12) has changed no object"
expect 1 schemaledger verify --strict
change '_ = note.text.wordCount' 'note.words = note.text.wordCount'

say 'a name that the slice lacks'
change 'note.words = note.text.wordCount' \
  'note.words = UIReferenceLibraryViewController.dictionaryHasDefinition(forTerm: note.text) ? 1 : 2'
expect 1 schemaledger verify -- \
  'SL301 error  the part of the app that the migration plan needs does not compile on Linux' \
  "$plan:16:20: error: cannot find 'UIReferenceLibraryViewController' in scope"
mkdir -p SchemaLedger/Stubs
cat > SchemaLedger/Stubs/Dictionary.swift << 'END'
enum UIReferenceLibraryViewController {
  static func dictionaryHasDefinition(forTerm term: String) -> Bool { !term.isEmpty }
}
END
expect 0 schemaledger verify -- 'ok      1 migration run'

say 'a stage that fails'
change 'try context.save()' 'guard context.hasChanges == false else { throw CocoaError(.fileNoSuchFile) }'
expect 1 schemaledger verify -- "the stage 1.0.0 → 2.0.0 ($plan:12) fails: didMigrate of the stage"
change 'guard context.hasChanges == false else { throw CocoaError(.fileNoSuchFile) }' 'fatalError("not today")'
expect 1 schemaledger verify -- "the stage 1.0.0 → 2.0.0 ($plan:12) fails: " 'Fatal error: not today'

say 'a stage that hangs'
change 'fatalError("not today")' 'while context.hasChanges {}'
cp schemaledger.yml "$world/schemaledger.yml"
sed -i.old 's/^  stages: run/&\n  time-limit: 8/' schemaledger.yml && rm schemaledger.yml.old
expect 1 schemaledger verify -- 'was stopped after 8 s'
cp "$world/schemaledger.yml" .
change 'while context.hasChanges {}' 'try context.save()'

say 'a stage that deletes files'
touch "$world/precious"
change 'try context.save()' "try context.save(); try FileManager.default.removeItem(atPath: \"$world/precious\")"
expect 1 schemaledger verify -- "the stage 1.0.0 → 2.0.0 ($plan:12) fails: " 'permission'
[ -e "$world/precious" ] || fail 'the stage has deleted a file'
change "; try FileManager.default.removeItem(atPath: \"$world/precious\")" ''

say 'a stage that opens the network'
cat > SchemaLedger/Stubs/Network.swift << 'END'
import Glibc
func upload() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
END
change 'try context.save()' 'try context.save(); if upload() < 0 { throw CocoaError(.userCancelled) }'
expect 1 schemaledger verify -- "the stage 1.0.0 → 2.0.0 ($plan:12) fails: "
change '; if upload() < 0 { throw CocoaError(.userCancelled) }' ''
expect 0 schemaledger verify -- 'ok      1 migration run'

say 'a property of another type, whose values are not converted'
cp App/SchemaV2.swift "$world/SchemaV2.swift"
cp "$plan" "$world/plan.swift"
sed -i.old 's/var text = ""/var text = 0/' App/SchemaV2.swift && rm App/SchemaV2.swift.old
change 'note.words = UIReferenceLibraryViewController.dictionaryHasDefinition(forTerm: note.text) ? 1 : 2' 'note.words = 1'
expect 1 schemaledger verify -- \
  "SL305 error  the stage 1.0.0 → 2.0.0 ($plan:12) replaces" 'values of ZNOTE.ZTEXT by a single value in a 1.0.0 database'

say 'an entity with another name, to which nothing is moved'
cp "$world/SchemaV2.swift" App/
sed -i.old 's/Note/Entry/g' App/SchemaV2.swift && rm App/SchemaV2.swift.old
change 'SchemaV2.Note' 'SchemaV2.Entry'
expect 0 schemaledger verify -- \
  "not covered by rows: the stage 1.0.0 → 2.0.0 ($plan:12) drops ZNOTE, and all tables that it adds are empty"
cp "$world/SchemaV2.swift" App/
cp "$world/plan.swift" "$plan"

say 'without the libraries'
cp "$(command -v schemaledger)" "$world/schemaledger"
expect 1 "$world/schemaledger" verify -- "schemaledger's Swift libraries are not installed"
