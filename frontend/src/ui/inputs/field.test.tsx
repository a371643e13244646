import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Field } from "./field";
import { TextInput } from "./text-input-and-textarea";

it("ties label, hint and error to its control", () => {
  render(
    <Field label="Phone" hint="Ten digits" error="Please enter a valid 10-digit phone number">
      <TextInput />
    </Field>,
  );
  const input = screen.getByRole("textbox", { name: "Phone" });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription(
    "Please enter a valid 10-digit phone number Ten digits",
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a valid 10-digit phone number");
});

it("is valid and silent without an error", () => {
  render(
    <Field label="Name">
      <TextInput />
    </Field>,
  );
  expect(screen.getByRole("textbox", { name: "Name" })).toBeValid();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
