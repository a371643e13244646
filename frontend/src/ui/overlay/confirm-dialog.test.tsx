import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./confirm-dialog";

function Question({ onConfirm, pending }: { onConfirm: () => void; pending?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete the taco
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete taco"
        confirmLabel="Delete"
        destructive
        pending={pending}
        onConfirm={onConfirm}
      >
        This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

async function ask(pending = false) {
  const onConfirm = vi.fn();
  const user = userEvent.setup();
  render(<Question onConfirm={onConfirm} pending={pending} />);
  await user.click(screen.getByRole("button", { name: "Delete the taco" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete taco" });
  return { user, onConfirm, dialog };
}

it("asks in words, and starts on the way back", async () => {
  const { dialog } = await ask();
  expect(dialog).toHaveAccessibleDescription("This cannot be undone.");
  await waitFor(() => expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus());
});

it("does it only when told so", async () => {
  const { user, onConfirm, dialog } = await ask();
  expect(onConfirm).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

it.each(["Cancel", "Escape"])("goes away on %s and gives the focus back", async (way) => {
  const { user, onConfirm, dialog } = await ask();
  if (way === "Escape") await user.keyboard("{Escape}");
  else await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(onConfirm).not.toHaveBeenCalled();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Delete the taco" })).toHaveFocus(),
  );
});

it("stays while it runs, and cannot be told twice", async () => {
  const { user, dialog } = await ask(true);
  expect(within(dialog).getByRole("button", { name: "Delete" })).toBeDisabled();
  await user.keyboard("{Escape}");
  expect(dialog).toBeInTheDocument();
});
