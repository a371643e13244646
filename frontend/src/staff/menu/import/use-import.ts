import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { MenuImport } from "@/domain/api/staff-types";
import { menuImportsKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import {
  answerImport,
  confirmImport,
  type ImportAnswers,
  readMenuFiles,
  reloadMenu,
  undoImport,
} from "@/staff/menu/api";
import { showToast } from "@/ui/feedback/toast";
import { wordImport } from "./import-words";

type Busy = "reading" | "answering" | "writing" | "undoing";

interface ImportState {
  names: readonly string[];
  report: MenuImport | null;
  answers: ImportAnswers;
  busy: Busy | null;
  /** Why the last step did not work. */
  problem: string | null;
}

const MAX_BYTES = 5 * 1024 * 1024;
const NOTHING: ImportState = { names: [], report: null, answers: {}, busy: null, problem: null };

/** Files are read without touching the menu, questions are answered, and then all is written as it was shown. */
export function useImport(truckId: string, onDone: (report: MenuImport) => void) {
  const client = useQueryClient();
  const [state, setState] = useState(NOTHING);
  // Other files, or a closed drawer, make the answers under way meaningless.
  const turn = useRef(0);

  /** Runs a step; null once another one has begun. */
  const run = async (busy: Busy, names: readonly string[], call: () => Promise<MenuImport>) => {
    turn.current += 1;
    const mine = turn.current;
    setState((now) => ({ ...now, names, busy, problem: null }));
    try {
      const report = await wordImport(await call());
      if (turn.current !== mine) return null;
      setState((now) => ({ ...now, report, busy: null }));
      return report;
    } catch (error) {
      if (turn.current === mine) {
        const changed = await importOf(error);
        setState((now) => ({
          ...now,
          report: changed ?? now.report,
          answers: changed ? {} : now.answers,
          busy: null,
          problem: changed ? m.menuImport.conflict : (editedMessage(error) ?? errorMessage(error)),
        }));
        if (changed) void reloadMenu(client, truckId);
      } else if (busy === "writing") {
        // A user who has closed the drawer meanwhile takes the menu for imported.
        const message = m.menuImport.failed({ errorMessage: errorMessage(error) });
        showToast({ type: "error", message });
      }
      return null;
    }
  };

  const choose = async (files: readonly File[]) => {
    const names = files.map(({ name }) => name);
    const isTooLarge = files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES;
    // The server refuses them, too, once it has them all, and only says that a request was too large.
    setState({ ...NOTHING, names, problem: isTooLarge ? m.menuImport.file.tooLarge : null });
    if (isTooLarge) return;
    await run("reading", names, async () => readMenuFiles(truckId, await copiesOf(files)));
  };

  const tell = async () => {
    const { report, answers, names } = state;
    if (!report) return;
    const told = await run("answering", names, () => answerImport(report._id, answers));
    if (told) setState((now) => ({ ...now, answers: {} }));
  };

  const write = async () => {
    const { report, names } = state;
    if (!report) return;
    const written = await run("writing", names, () => confirmImport(report._id));
    await reload();
    if (written) onDone(written);
  };

  const undo = async (importId: string) => {
    const undone = await run("undoing", [], () => undoImport(importId));
    await reload();
    if (!undone) return;
    setState(NOTHING);
    showToast({ type: "success", message: m.menuImport.undo.done });
  };

  const reload = async () => {
    await reloadMenu(client, truckId);
    await client.invalidateQueries({ queryKey: menuImportsKey(truckId) });
  };

  const reset = () => {
    turn.current += 1;
    setState(NOTHING);
  };
  const decide = (answers: ImportAnswers) =>
    setState((now) => ({ ...now, answers: { ...now.answers, ...answers } }));
  return { ...state, choose, decide, tell, write, undo, reset };
}

/** The import as the menu of this moment makes it, from the refusal of a confirmation. */
async function importOf(error: unknown): Promise<MenuImport | null> {
  const codes = ["menu_changed", "import_not_ready"];
  if (!(error instanceof ApiError) || !codes.includes(error.code ?? "")) return null;
  const { menuImport } = error.body as { menuImport?: MenuImport };
  return menuImport ? wordImport(menuImport) : null;
}

/** Which items keep an import from being undone; null for another error. */
function editedMessage(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "import_edited") return null;
  const { items = [] } = error.body as { items?: string[] };
  return items.length > 0 ? m.menuImport.undo.edited({ names: formatList(items) }) : null;
}

/** The files as they are now: a spreadsheet program may save over them while they are sent. */
async function copiesOf(files: readonly File[]): Promise<File[]> {
  return Promise.all(
    files.map(async (file) => {
      try {
        return new File([await file.arrayBuffer()], file.name, { type: file.type });
      } catch {
        throw new Error(m.menuImport.file.unreadable({ name: file.name }));
      }
    }),
  );
}
