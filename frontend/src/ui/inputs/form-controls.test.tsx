import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Checkbox, Switch } from "@/ui/controls/checkbox-and-switch";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "./field";
import { PasswordInput } from "./password-input";
import { SearchInput } from "./search-input";
import { Select } from "./select";
import { Textarea, TextInput } from "./text-input-and-textarea";

it("ties a select and a password to their field", () => {
  render(
    <>
      <Field label="Food truck" error="Choose a truck">
        <Select>
          <option>Spicy Burritos</option>
        </Select>
      </Field>
      <Field label="Password" hint="At least 8 characters">
        <PasswordInput />
      </Field>
    </>,
  );
  const select = screen.getByRole("combobox", { name: "Food truck" });
  expect(select).toBeInvalid();
  expect(select).toHaveAccessibleDescription("Choose a truck");
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("At least 8 characters");
});

it("ticks a box from its label, and reads its hint", async () => {
  render(<Checkbox label="Remember me" hint="For 30 days" />);
  const box = screen.getByRole("checkbox", { name: "Remember me" });
  expect(box).toHaveAccessibleDescription("For 30 days");
  await userEvent.click(screen.getByText("Remember me"));
  expect(box).toBeChecked();
});

it("turns a switch on and off from the keyboard", async () => {
  render(<Switch label="Taking orders" defaultChecked />);
  const control = screen.getByRole("switch", { name: "Taking orders" });
  expect(control).toBeChecked();
  control.focus();
  await userEvent.keyboard(" ");
  expect(control).not.toBeChecked();
});

function Search() {
  const [text, setText] = useState("");
  return (
    <>
      <SearchInput label="Search the menu" value={text} onChange={setText} />
      <output>{text}</output>
    </>
  );
}

it("searches, and clears the search without losing the place", async () => {
  render(<Search />);
  const box = screen.getByRole("searchbox", { name: "Search the menu" });
  expect(screen.queryByRole("button", { name: "Clear the search" })).not.toBeInTheDocument();
  await userEvent.type(box, "taco");
  expect(screen.getByText("taco")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(box).toHaveValue("");
  await waitFor(() => expect(box).toHaveFocus());
});

it("says a notice aloud only when asked to", () => {
  render(
    <>
      <Notice tone="info" title="Paused until 2 PM" />
      <Notice tone="danger" title="Login Failed" headingLevel="h2" role="alert">
        Invalid email or password
      </Notice>
    </>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Login FailedInvalid email or password");
  expect(screen.getByRole("heading", { level: 2, name: "Login Failed" })).toBeVisible();
  expect(screen.getByText("Paused until 2 PM").closest("[role]")).toBeNull();
});

it.each([
  ["email", "email"],
  ["number", "numeric"],
  ["tel", "tel"],
  ["url", "url"],
])("opens the keyboard for %s", (type, inputMode) => {
  render(<TextInput aria-label="Field" type={type} />);
  expect(screen.getByLabelText("Field")).toHaveAttribute("inputmode", inputMode);
});

it("suggests what a browser knows only where the field asks for it", () => {
  render(
    <>
      <TextInput aria-label="Colleague" />
      <Textarea aria-label="Note" />
      <TextInput aria-label="Name" autoComplete="name" enterKeyHint="next" />
    </>,
  );
  for (const label of ["Colleague", "Note"]) {
    expect(screen.getByLabelText(label)).toHaveAttribute("autocomplete", "off");
  }
  expect(screen.getByLabelText("Colleague")).toHaveAttribute("enterkeyhint", "done");
  expect(screen.getByLabelText("Name")).toHaveAttribute("autocomplete", "name");
  expect(screen.getByLabelText("Name")).toHaveAttribute("enterkeyhint", "next");
});
