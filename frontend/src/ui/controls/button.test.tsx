import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { Button } from "./button";
import { focusLastBusy } from "./keep-focus";

/** Works until "Finish" is pressed, which does not take the focus. */
function Worker() {
  const [busy, setBusy] = useState(false);
  const outer = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={outer} busy={busy} onClick={() => setBusy(true)}>
        Save
      </Button>
      <Button onClick={() => outer.current?.focus()}>To the button</Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for an answer of the server. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <span onClick={() => setBusy(false)}>Finish</span>
    </>
  );
}

async function startByKeyboard() {
  render(<Worker />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const button = screen.getByRole("button", { name: "Save" });
  expect(button).toBeDisabled();
  // Browsers take the focus from what is disabled; this one does not.
  button.blur();
  return button;
}

it("has the focus again once its work is done", async () => {
  const button = await startByKeyboard();
  await waitFor(() => expect(document.body).toHaveFocus());
  screen.getByText("Finish").click();
  await expect.poll(() => document.activeElement).toBe(button);
});

it("has the focus back once, not for a dialog that opens later", async () => {
  const button = await startByKeyboard();
  screen.getByText("Finish").click();
  await expect.poll(() => document.activeElement).toBe(button);
  button.blur();
  focusLastBusy();
  await waitFor(() => expect(document.body).toHaveFocus());
});

it("has the focus back from a dialog that was open when its work was done, once", async () => {
  const button = await startByKeyboard();
  const inDialog = screen.getByRole("button", { name: "To the button" });
  inDialog.focus();
  screen.getByText("Finish").click();
  await expect.poll(() => button.matches(":disabled")).toBe(false);
  inDialog.blur();
  focusLastBusy();
  await waitFor(() => expect(button).toHaveFocus());
  button.blur();
  focusLastBusy();
  await waitFor(() => expect(document.body).toHaveFocus());
});

it("leaves the focus where it has gone meanwhile", async () => {
  const button = await startByKeyboard();
  const other = screen.getByRole("button", { name: "To the button" });
  other.focus();
  screen.getByText("Finish").click();
  await expect.poll(() => button.matches(":disabled")).toBe(false);
  await waitFor(() => expect(other).toHaveFocus());
});

it("still hands its element to a ref", async () => {
  render(<Worker />);
  await userEvent.click(screen.getByRole("button", { name: "To the button" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toHaveFocus());
});
