import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { MenuImport } from "@/domain/api/admin-types";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { importMenu } from "@/staff/menu/api";
import { reloadMenu } from "@/staff/menu/menu-cache";
import { showToast } from "@/ui/feedback/toast";

export interface ImportState {
  file: File | null;
  report: MenuImport | null;
  busy: "checking" | "writing" | null;
  /** Why the last step did not work. */
  problem: string | null;
}

const NOTHING: ImportState = { file: null, report: null, busy: null, problem: null };

/** Two steps: a file is checked without touching the menu, then written as it was checked. */
export function useImport(truckId: string, onDone: (report: MenuImport) => void) {
  const client = useQueryClient();
  const [state, setState] = useState(NOTHING);
  // Another file, or a closed drawer, makes the answers under way meaningless.
  const turn = useRef(0);

  const check = async (file: File, problem: string | null = null) => {
    turn.current += 1;
    const mine = turn.current;
    setState({ file, report: null, busy: "checking", problem });
    const next = await checked(truckId, file, problem);
    if (turn.current === mine) setState(next);
  };

  const choose = async (chosen: File) => {
    turn.current += 1;
    const mine = turn.current;
    const file = await copyOf(chosen);
    if (turn.current !== mine) return;
    if (file) await check(file);
    else
      setState({ ...NOTHING, problem: m.staff.menuImport.couldNotBeRead({ name: chosen.name }) });
  };

  const write = async () => {
    const { file, report } = state;
    if (!file || !report) return;
    turn.current += 1;
    const mine = turn.current;
    setState({ file, report, busy: "writing", problem: null });
    try {
      const written = await importMenu(truckId, file, true);
      await reloadMenu(client, truckId);
      onDone(written);
    } catch (error) {
      if (turn.current !== mine) {
        // A user who has closed the drawer meanwhile takes the menu for imported.
        showToast({
          type: "error",
          message: m.staff.menuImport.theImportFailed({ errorMessage: errorMessage(error) }),
        });
      } else if (error instanceof ApiError && error.code === "menu_changed") {
        void reloadMenu(client, truckId);
        await check(file, m.staff.menuImport.menuWasChangedMeanwhilePlease);
      } else {
        const refused = reportOf(error);
        const problem = refused ? null : errorMessage(error);
        setState({ file, report: refused ?? report, busy: null, problem });
      }
    }
  };

  const reset = () => {
    turn.current += 1;
    setState(NOTHING);
  };
  return { ...state, choose, write, reset };
}

async function checked(truckId: string, file: File, problem: string | null): Promise<ImportState> {
  try {
    return { file, report: await importMenu(truckId, file, false), busy: null, problem };
  } catch (error) {
    const report = reportOf(error);
    return { file, report, busy: null, problem: report ? problem : errorMessage(error) };
  }
}

/** The list of problems that a refusal may carry. */
function reportOf(error: unknown): MenuImport | null {
  if (!(error instanceof ApiError) || error.code !== "import_invalid") return null;
  const body = error.body as Partial<MenuImport>;
  return Array.isArray(body.problems) ? (body as MenuImport) : null;
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
