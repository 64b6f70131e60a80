#pragma once

// Nothing to call: the target has data that the linker takes. See data.c.
