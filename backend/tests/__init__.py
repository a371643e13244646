"""The tests. Garbage collection is off while they are imported and collected, which saves a fifth of that time."""

import gc

gc.disable()  # until `pytest_collection_finish`
