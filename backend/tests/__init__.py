"""The tests. Garbage collection is off while pytest imports and collects them, which saves a fifth of that time.

Programs that import a part of them, such as the soak, keep it on.
"""

import gc
import sys

if "pytest" in sys.modules:
    gc.disable()  # until `pytest_collection_finish`
