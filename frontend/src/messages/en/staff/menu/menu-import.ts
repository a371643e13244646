import { plural } from "@/messages/plural";

export const menuImport = {
  startFromExportOfMenu:
    "Start from an export of the menu: change it in any spreadsheet program, save it as CSV and bring it back. Rows that keep their id change that menu item; rows without one are added. A list of your own needs the columns “name” and “price”. Menu items that are not in the file stay as they are.",
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
  problemAtGroup: ({ group, problem }: { group: number; problem: string }) =>
    `Group ${group}: ${problem}`,
  problemAtOption: ({
    group,
    option,
    problem,
  }: {
    group: number;
    option: number;
    problem: string;
  }) => `Group ${group}, option ${option}: ${problem}`,
  readDifferently: "Left out or read differently",
  noteOfRow: ({ row, note }: { row: number; note: string }) => `Row ${row}: ${note}`,
  sameNames: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 row has a name that is there already",
      other: `${count} rows have a name that is there already`,
    }),
  sayForEach:
    "Say for each whether it changes that menu item or adds another one. Then you can confirm.",
  nameOnMenu: ({ name }: { name: string }) => `“${name}” is on the menu already`,
  nameInRow: ({ name, row }: { name: string; row: number }) => `“${name}” is in row ${row} already`,
  changeThatOne: "Change that one",
  addAnotherOne: "Add another one",
  changeAll: "Change all",
  addAll: "Add all",
  whatChanges: "If it is changed:",
  whatIsAdded: "If it is added:",
  nothingChanges: "Nothing would change.",
  priceIs: ({ price }: { price: string }) => `Price: ${price}`,
  categoryIs: ({ category }: { category: string }) => `Category: ${category}`,
  sectionIs: ({ section }: { section: string }) => `Section: ${section}`,
  descriptionIs: ({ description }: { description: string }) => `Description: ${description}`,
  unitsAre: ({ units }: { units: number }) => `Prep units: ${units}`,
  positionIs: ({ position }: { position: number }) => `Position: ${position}`,
  soldOut: "Sold out",
  withImage: "With an image",
  withoutImage: "No image",
  noOptions: "No options",
  groupExactly: ({ name, count, options }: { name: string; count: number; options: string }) =>
    `${name}, choose ${count}: ${options}`,
  groupUpTo: ({ name, most, options }: { name: string; most: number; options: string }) =>
    `${name}, choose up to ${most}: ${options}`,
  groupBetween: ({
    name,
    least,
    most,
    options,
  }: {
    name: string;
    least: number;
    most: number;
    options: string;
  }) => `${name}, choose ${least} to ${most}: ${options}`,
  soldOutOption: ({ option }: { option: string }) => `${option} (sold out)`,
  nothing: "nothing",
  nameChanges: (names: { before: string; after: string }) =>
    `Name: ${names.before} → ${names.after}`,
  descriptionChanges: (texts: { before: string; after: string }) =>
    `Description: ${texts.before} → ${texts.after}`,
  categoryChanges: (names: { before: string; after: string }) =>
    `Category: ${names.before} → ${names.after}`,
  sectionChanges: (names: { before: string; after: string }) =>
    `Section: ${names.before} → ${names.after}`,
  priceChanges: (prices: { before: string; after: string }) =>
    `Price: ${prices.before} → ${prices.after}`,
  positionChanges: (numbers: { before: string; after: string }) =>
    `Position: ${numbers.before} → ${numbers.after}`,
  unitsChange: (numbers: { before: string; after: string }) =>
    `Prep units: ${numbers.before} → ${numbers.after}`,
  imageAdded: "An image is added",
  imageRemoved: "The image is removed",
  imageReplaced: "Another image",
  nowOnSale: "Now on sale",
  nowSoldOut: "Now sold out",
  optionsAdded: ({ group }: { group: string }) => `New options: ${group}`,
  optionsRemoved: ({ group }: { group: string }) => `Options removed: ${group}`,
  optionsChange: (groups: { before: string; after: string }) =>
    `Options: ${groups.before} → ${groups.after}`,
  optionsReordered: "Options in another order",
  chooseAnotherFile: "Choose Another File",
  importing: "Importing...",
  confirmImport: "Confirm Import",
};
