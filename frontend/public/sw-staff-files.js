// The build writes here what the staff app consists of (scripts/staff-app-files.mjs).
self.STAFF_APP = null;
