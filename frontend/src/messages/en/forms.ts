import { checks } from "./checks";

export const forms = {
  checks,
  record: {
    empty: "Empty",
    someoneElseChangedWhileYou: ({ what }: { what: string }) =>
      `Someone else changed ${what} while you were editing`,
    nothingOfYoursHasBeen:
      "Nothing of yours has been saved yet, and nothing of theirs has been overwritten.",
    theySavedItWithoutChanging: "They saved it without changing any of these fields.",
    keepEditingMine: "Keep editing mine",
    takeTheirs: "Take theirs",
    keepEditingPutsYourChanges:
      "Keep editing puts your changes on top of theirs; you still decide when to store them. Take theirs drops your changes.",
    before: "Before",
    theirs: "Theirs",
    yours: "Yours",
    cancel: "Cancel",
    saving: "Saving…",
    save: "Save",
    waitingForTheImage: "Waiting for the image",
    notSavedYet: "Not saved yet",
    leaveWithoutYourChanges: "Leave without your changes?",
    leave: "Leave",
    whatYouChangedOnThis: "What you changed on this page has not been saved.",
    yourChangesAreBack: "Your changes are back",
    yourSessionEndedBeforeThey:
      "Your session ended before they were saved. Review them, then save.",
    typedWhileSaving: "Saved. What you typed meanwhile is not saved yet.",
    notSaved: "Not saved",
  },
};
