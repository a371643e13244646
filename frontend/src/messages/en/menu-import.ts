/** What the import of menu files says. */
import { plural } from "@/messages/language";

export const menuImport = {
  menuImport: {
    file: {
      lead: "Choose the export of another system, a spreadsheet, or your own export of this menu after you changed it. Rows of your export keep their id and change that menu item. Menu items that are not in the files stay as they are.",
      systems:
        "Known are exports of Square, Clover, Toast, Loyverse, Shopify, WooCommerce, TastyIgniter, GloriaFood, Uber Eats and DoorDash. Of any other table you say which column is which. Several files of one export go together, up to 5 MB.",
      choose: "Choose files",
      orDrop: "or drop them here",
      nothingYet: "Nothing is written until you have seen what would change.",
      unreadable: ({ name }: { name: string }) => `${name} could not be read.`,
      checking: ({ name }: { name: string }) => `Reading ${name}...`,
      tooLarge: "They are larger than 5 MB together.",
      failed: "These files could not be imported",
      chooseAnother: "Choose other files",
    },
    counts: {
      unchanged: ({ unchanged }: { unchanged: number }) =>
        plural(unchanged, { one: "1 left as it is", other: `${unchanged} left as they are` }),
      added: ({ added }: { added: number }) => `${added} added`,
      changed: ({ changed }: { changed: number }) => `${changed} changed`,
    },
    table: {
      rowNumber: ({ row }: { row: number }) => `Row ${row}`,
    },
    result: {
      label: "What the files do",
      rows: ({ rows }: { rows: number }) =>
        plural(rows, { one: "1 row read", other: `${rows} rows read` }),
      from: ({ rows, system }: { rows: string; system: string }) => `${rows}, from ${system}`,
    },
    problems: {
      ofFile: ({ file, message }: { file: string; message: string }) => `${file}: ${message}`,
      atGroup: ({ group, problem }: { group: number; problem: string }) =>
        `Group ${group}: ${problem}`,
      atOption: ({ group, option, problem }: { group: number; option: number; problem: string }) =>
        `Group ${group}, option ${option}: ${problem}`,
    },
    questions: {
      title: ({ count }: { count: number }) =>
        plural(count, { one: "1 question first", other: `${count} questions first` }),
      hint: "Nothing is guessed about your menu. Answer these, then you see what would change.",
      submit: "Continue",
      checking: "Checking your answers...",
      nameless: ({ row }: { row: number }) => `Row ${row}`,
      about: ({ name, field }: { name: string; field: string }) => `${name}: ${field}`,
    },
    columns: {
      rows: "The first rows of the file",
      which: ({ field }: { field: string }) => `Which column is this: ${field}?`,
      optional: "Not needed.",
      choose: "Choose a column",
      none: "No column",
      likely: ({ column }: { column: string }) => `${column} (likely)`,
    },
    fields: {
      id: "ID",
      name: "Name",
      description: "Description",
      category: "Category",
      section: "Section",
      price: "Price",
      variation: "Price of a size",
      available: "Availability",
      position: "Position",
      image: "Image",
      options: "Options",
      units: "Prep units",
      tax: "Tax",
      diets: "Diets",
      allergens: "Allergens",
      times: "Meal times",
      translations: "Translations",
      row: "Row",
    },
    choices: {
      correct: "Correct it",
      leaveOut: "Leave this menu item out",
      add: "Add it as a new menu item",
      suggested: ({ suggestion }: { suggestion: string }) => `Yes: ${suggestion}`,
      written: ({ value }: { value: string }) => `No, as written: ${value}`,
      asItIs: "Take it as it is",
      allSheets: "All of them, one after the other",
      sheet: ({ name, columns }: { name: string; columns: string }) => `${name} (${columns})`,
      allSizes: ({ groups }: { groups: string }) => `All sizes get: ${groups}`,
      withoutGroups: "No size gets them",
      cut: "Take the beginning",
      keep: "Keep the options that it has",
    },
    leftOut: {
      title: ({ count }: { count: number }) =>
        plural(count, {
          one: "1 thing left out or read differently",
          other: `${count} things left out or read differently`,
        }),
      ofItem: ({ row, name, message }: { row: number; name: string; message: string }) =>
        `Row ${row}, ${name}: ${message}`,
      more: ({ count }: { count: number }) =>
        plural(count, { one: "And 1 more.", other: `And ${count} more.` }),
    },
    undo: {
      title: "Undo an import",
      line: ({ files, counts }: { files: string; counts: string }) => `${files}: ${counts}`,
      edited: ({ names }: { names: string }) =>
        `These were edited since, so the import cannot be undone: ${names}.`,
      submit: "Undo",
      running: "Undoing the import...",
      done: "The import was undone.",
    },
    nothing: {
      title: "Nothing to import",
      hint: "The menu already is as the file says.",
    },
    ready: {
      title: "Ready to import",
      hint: ({ counts }: { counts: string }) =>
        `${counts}. Please look through the list, then confirm.`,
      added: "New menu items",
      changed: "Changed menu items",
    },
    conflict:
      "The menu was changed meanwhile. Please look through the list again before you import.",
    failed: ({ errorMessage }: { errorMessage: string }) => `The import failed: ${errorMessage}`,
    done: ({ counts }: { counts: string }) =>
      `Menu imported: ${counts}. For a day it can be undone under “Import menu”.`,
    title: "Import menu",
    notes: {
      ofRow: ({ row, note }: { row: number; note: string }) => `Row ${row}: ${note}`,
    },
    twins: {
      onMenu: ({ name }: { name: string }) => `“${name}” is on the menu already`,
      inRow: ({ name, row }: { name: string; row: number }) => `“${name}” is in row ${row} already`,
      change: "Change that one",
      add: "Add another one",
      changeAll: "Change all",
      addAll: "Add all",
      changes: "If it is changed:",
      additions: "If it is added:",
      noChange: "Nothing would change.",
    },
    item: {
      price: ({ price }: { price: string }) => `Price: ${price}`,
      category: ({ category }: { category: string }) => `Category: ${category}`,
      section: ({ section }: { section: string }) => `Section: ${section}`,
      description: ({ description }: { description: string }) => `Description: ${description}`,
      units: ({ units }: { units: number }) => `Prep units: ${units}`,
      tax: ({ tax }: { tax: string }) => `Tax: ${tax}`,
      position: ({ position }: { position: number }) => `Position: ${position}`,
      diets: ({ said }: { said: string }) => `Diet: ${said}`,
      allergens: ({ said }: { said: string }) => `Allergens: ${said}`,
      times: ({ said }: { said: string }) => `Meal times: ${said}`,
      translations: ({ said }: { said: string }) => `In another language: ${said}`,
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
    },
    change: {
      name: (names: { before: string; after: string }) => `Name: ${names.before} → ${names.after}`,
      description: (texts: { before: string; after: string }) =>
        `Description: ${texts.before} → ${texts.after}`,
      category: (names: { before: string; after: string }) =>
        `Category: ${names.before} → ${names.after}`,
      section: (names: { before: string; after: string }) =>
        `Section: ${names.before} → ${names.after}`,
      price: (prices: { before: string; after: string }) =>
        `Price: ${prices.before} → ${prices.after}`,
      position: (numbers: { before: string; after: string }) =>
        `Position: ${numbers.before} → ${numbers.after}`,
      units: (numbers: { before: string; after: string }) =>
        `Prep units: ${numbers.before} → ${numbers.after}`,
      tax: ({ before, after }: { before: string; after: string }) => `Tax: ${before} → ${after}`,
      diets: (said: { before: string; after: string }) => `Diet: ${said.before} → ${said.after}`,
      allergens: (said: { before: string; after: string }) =>
        `Allergens: ${said.before} → ${said.after}`,
      times: (said: { before: string; after: string }) =>
        `Meal times: ${said.before} → ${said.after}`,
      alwaysSold: "always sold",
      translations: (said: { before: string; after: string }) =>
        `In another language: ${said.before} → ${said.after}`,
      imageAdded: "An image is added",
      imageRemoved: "The image is removed",
      imageReplaced: "Another image",
      available: "Now on sale",
      soldOut: "Now sold out",
      optionsAdded: ({ group }: { group: string }) => `New options: ${group}`,
      optionsRemoved: ({ group }: { group: string }) => `Options removed: ${group}`,
      options: (groups: { before: string; after: string }) =>
        `Options: ${groups.before} → ${groups.after}`,
      optionsReordered: "Options in another order",
    },
    confirm: {
      progress: ({ count }: { count: number }) =>
        plural(count, {
          one: "Importing 1 menu item...",
          other: `Importing ${count} menu items...`,
        }),
      running: "Importing...",
      submit: "Confirm import",
    },
  },
};
