import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createBrowserRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, it, vi } from "vitest";
import {
  leaveUnasked,
  UnsavedGuard,
  useLeaveForm,
  useLeaveGuard,
  useUnsaved,
} from "@/forms/unsaved-guard-and-form-drawer";

function Form({ active }: { active: boolean }) {
  const guard = useLeaveGuard(active);
  return (
    <>
      <h1>Form</h1>
      <Link to="/other">Other</Link>
      <Link to="/form?tab=2">Tab</Link>
      <a href="#part">Part</a>
      {guard.isHeld ? (
        <>
          <button type="button" onClick={guard.proceed}>
            Leave
          </button>
          <button type="button" onClick={guard.stay}>
            Stay
          </button>
        </>
      ) : null}
    </>
  );
}

function openForm(active: boolean) {
  const router = createBrowserRouter([
    { path: "/list", element: <Link to="/form">Open</Link> },
    { path: "/form", element: <Form active={active} /> },
    { path: "/other", element: <h1>Another page</h1> },
  ]);
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByText("Open"));
  return router;
}

/** Goes back as the browser's button does, and waits for what comes of it. */
async function goBack() {
  await act(async () => {
    window.history.back();
    // Each turn is queued only after what came before it has run.
    for (let turn = 0; turn < 10; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByText(name)));

beforeEach(() => window.history.replaceState(null, "", "/list"));

it("holds a link back until the answer is to leave", async () => {
  openForm(true);
  await press("Other");
  expect(screen.getByText("Form")).toBeInTheDocument();
  await press("Stay");
  expect(screen.queryByText("Leave")).not.toBeInTheDocument();
  await press("Other");
  await press("Leave");
  expect(screen.getByText("Another page")).toBeInTheDocument();
});

it("holds the browser's back button, and steps back once the answer is to leave", async () => {
  openForm(true);
  await goBack();
  expect(screen.getByText("Form")).toBeInTheDocument();
  expect(window.location.pathname).toBe("/form");
  await press("Stay");
  await goBack();
  expect(window.location.pathname).toBe("/form");
  await press("Leave");
  await waitFor(() => expect(screen.getByText("Open")).toBeInTheDocument());
  expect(window.location.pathname).toBe("/list");
});

it("lets a saved record go although its form has not been rendered again", async () => {
  const router = openForm(true);
  await act(async () => leaveUnasked(() => void router.navigate("/other")));
  expect(screen.getByText("Another page")).toBeInTheDocument();
});

it("guards the next form again after one was left without the question", async () => {
  const router = openForm(true);
  await act(async () => leaveUnasked(() => void router.navigate("/list")));
  await press("Open");
  await press("Other");
  expect(screen.getByText("Form")).toBeInTheDocument();
  expect(screen.getByText("Leave")).toBeInTheDocument();
});

it("asks before the tab is closed", () => {
  openForm(true);
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
});

it("lets everything go while nothing is unsaved", async () => {
  openForm(false);
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(false);
  await goBack();
  expect(screen.getByText("Open")).toBeInTheDocument();
  await press("Open");
  await press("Other");
  expect(screen.getByText("Another page")).toBeInTheDocument();
});

it("is no obstacle within the page", async () => {
  openForm(true);
  await press("Part");
  await press("Tab");
  expect(screen.queryByText("Leave")).not.toBeInTheDocument();
});

function Field({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const leave = useLeaveForm();
  useUnsaved(text !== "");
  return (
    <>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => leave(onClose)}>
        Close
      </button>
    </>
  );
}

it("asks also where the form is closed in the task in which something was typed", async () => {
  const handleClose = vi.fn();
  const form = (
    <UnsavedGuard>
      <Field onClose={handleClose} />
    </UnsavedGuard>
  );
  render(<RouterProvider router={createBrowserRouter([{ path: "/list", element: form }])} />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  // As the browser calls React: what a test calls by the library runs all that is scheduled as well.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "TACO");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  screen.getByText("Close").click();
  expect(handleClose).not.toHaveBeenCalled();
  expect(await screen.findByRole("alertdialog")).toBeInTheDocument();
  vi.unstubAllGlobals();
});
