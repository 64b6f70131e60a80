#include "CReferences.h"
