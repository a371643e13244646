import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { MenuImport, MenuImportProblem } from "@/domain/api/staff-types";
import { translateError } from "@/domain/api/translate-errors";
import { messages as m } from "@/messages";
import { importMenu, reloadMenu } from "@/staff/menu/api";
import { showToast } from "@/ui/feedback/toast";

/** What each row of a known name does, by its number. */
export type ImportChoices = Record<number, "change" | "add">;

interface ImportState {
  file: File | null;
  report: MenuImport | null;
  choices: ImportChoices;
  busy: "checking" | "writing" | null;
  /** Why the last step did not work. */
  problem: string | null;
}

const NOTHING: ImportState = {
  file: null,
  report: null,
  choices: {},
  busy: null,
  problem: null,
};

/** Two steps: a file is checked without touching the menu, then written as it was checked. */
export function useImport(truckId: string, onDone: (report: MenuImport) => void) {
  const client = useQueryClient();
  const [state, setState] = useState(NOTHING);
  // Another file, or a closed drawer, makes the answers under way meaningless.
  const turn = useRef(0);

  const check = async (file: File, problem: string | null = null) => {
    turn.current += 1;
    const mine = turn.current;
    setState({ ...NOTHING, file, busy: "checking", problem });
    const next = await checked(truckId, file, problem);
    if (turn.current === mine) setState(next);
  };

  const choose = async (chosen: File) => {
    turn.current += 1;
    const mine = turn.current;
    const file = await copyOf(chosen);
    if (turn.current !== mine) return;
    if (file) await check(file);
    else setState({ ...NOTHING, problem: m.menuImport.file.unreadable({ name: chosen.name }) });
  };

  const write = async () => {
    const { file, report, choices } = state;
    if (!file || !report) return;
    turn.current += 1;
    const mine = turn.current;
    setState({ file, report, choices, busy: "writing", problem: null });
    try {
      const written = await importMenu(truckId, file, choices);
      await reloadMenu(client, truckId);
      onDone(written);
    } catch (error) {
      if (turn.current !== mine) {
        // A user who has closed the drawer meanwhile takes the menu for imported.
        showToast({
          type: "error",
          message: m.menuImport.failed({ errorMessage: errorMessage(error) }),
        });
        return;
      }
      const refused = await reportOf(error);
      if (isMenuChanged(error, refused)) {
        void reloadMenu(client, truckId);
        await check(file, m.menuImport.conflict);
      } else {
        const problem = refused ? null : errorMessage(error);
        setState({ file, report: refused ?? report, choices, busy: null, problem });
      }
    }
  };

  const reset = () => {
    turn.current += 1;
    setState(NOTHING);
  };
  const decide = (choices: ImportChoices) =>
    setState((now) => ({ ...now, choices: { ...now.choices, ...choices } }));
  return { ...state, choose, decide, write, reset };
}

async function checked(truckId: string, file: File, problem: string | null): Promise<ImportState> {
  const state = { ...NOTHING, file };
  try {
    return { ...state, report: await worded(await importMenu(truckId, file, null)), problem };
  } catch (error) {
    const report = await reportOf(error);
    return { ...state, report, problem: report ? problem : errorMessage(error) };
  }
}

/** The list of problems that a refusal may carry. */
async function reportOf(error: unknown): Promise<MenuImport | null> {
  if (!(error instanceof ApiError) || error.code !== "import_invalid") return null;
  const body = error.body as Partial<MenuImport>;
  return Array.isArray(body.problems) ? worded(body as MenuImport) : null;
}

/** Whether the menu is not the one that was looked through: a name has come or gone since. */
function isMenuChanged(error: unknown, refused: MenuImport | null): boolean {
  if (error instanceof ApiError && error.code === "menu_changed") return true;
  const ofNames = ["import_name_unanswered", "import_name_gone"];
  return refused?.problems.every(({ reason }) => ofNames.includes(reason ?? "")) ?? false;
}

/** The report with its sentences in the language of the screen. */
async function worded(report: MenuImport): Promise<MenuImport> {
  const { problems, notes = [] } = report;
  const [inWords, notesInWords] = await Promise.all(
    [problems, notes].map((list) => Promise.all(list.map(wordProblem))),
  );
  return { ...report, problems: inWords ?? problems, notes: notesInWords ?? notes };
}

/** The server's English sentence names group and option by itself. */
async function wordProblem(said: MenuImportProblem): Promise<MenuImportProblem> {
  const { message: problem } = (await translateError(said)) as MenuImportProblem;
  const { group, option } = said;
  if (!group || problem === said.message) return { ...said, message: problem };
  const message = option
    ? m.menuImport.problems.atOption({ group, option, problem })
    : m.menuImport.problems.atGroup({ group, problem });
  return { ...said, message };
}

/**
 * The file as it is now. A spreadsheet program may save over it between the two steps, and what was
 * checked is what must be written.
 */
async function copyOf(file: File): Promise<File | null> {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type || "text/csv" });
  } catch {
    return null;
  }
}
