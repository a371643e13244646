import { plural } from "@/messages/plural";

export const menuImport = {
  startFromExportOfMenu:
    "Start from an export of the menu: change it in any spreadsheet program, save it as CSV and bring it back. Rows that keep their id change that menu item; rows without one are added. Menu items that are not in the file stay as they are.",
  unitsColumn:
    "The column “units” holds the prep units of a menu item, 0 to 20. An empty cell leaves them as they are.",
  chooseACsvFile: "Choose a CSV file",
  orDropItHere: "or drop it here",
  nothingIsWrittenUntilYou: "Nothing is written until you have seen what would change.",
  n1LeftAsItIs: ({ unchanged }: { unchanged: number }) =>
    plural(unchanged, { one: "1 left as it is", other: `${unchanged} left as they are` }),
  added: ({ added }: { added: number }) => `${added} added`,
  changed: ({ changed }: { changed: number }) => `${changed} changed`,
  row: "Row",
  row2: ({ row }: { row: number }) => `Row ${row}`,
  column: "Column",
  problem: "Problem",
  whatTheFileDoes: "What the file does",
  n1ProblemToCorrectProblems: ({ count }: { count: number }) =>
    plural(count, { one: "1 problem to correct", other: `${count} problems to correct` }),
  nothingWasWrittenCorrectFile: "Nothing was written. Correct the file and choose it again.",
  problemsInTheFile: "Problems in the file",
  nothingToImport: "Nothing to import",
  menuAlreadyIsAsFile: "The menu already is as the file says.",
  readyToImport: "Ready to import",
  pleaseLookThroughListThen: ({ countsOf }: { countsOf: string }) =>
    `${countsOf}. Please look through the list, then confirm.`,
  newMenuItems: "New menu items",
  changedMenuItems: "Changed menu items",
  n1RowReadRowsRead: ({ rows }: { rows: number }) =>
    plural(rows, { one: "1 row read", other: `${rows} rows read` }),
  menuWasChangedMeanwhilePlease:
    "The menu was changed meanwhile. Please look through the list again before you import.",
  couldNotBeRead: ({ name }: { name: string }) => `${name} could not be read.`,
  theImportFailed: ({ errorMessage }: { errorMessage: string }) =>
    `The import failed: ${errorMessage}`,
  menuImported: ({ countsOf }: { countsOf: string }) => `Menu imported: ${countsOf}`,
  importMenu: "Import menu",
  checking: ({ name }: { name: string | number }) => `Checking ${name}...`,
  fileCouldNotBeImported: "The file could not be imported",
  chooseAnotherFile: "Choose Another File",
  importing: "Importing...",
  confirmImport: "Confirm Import",
};
