import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, it } from "vitest";
import { SignInLayout } from "./sign-in-layout-and-form";

/** Follows a link to a page of which `heading` is the heading. */
async function follow(heading: ReactNode) {
  const router = createMemoryRouter([
    { path: "/", element: <Link to="/next">Next</Link> },
    { path: "/next", element: <SignInLayout>{heading}</SignInLayout> },
  ]);
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole("link", { name: "Next" }));
  return screen.findByRole("heading");
}

it("takes the focus of the link that led to it", async () => {
  await follow(<h1>Forgot password</h1>);
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

it("leaves the focus to a heading that has taken it", async () => {
  const heading = await follow(
    <h1 tabIndex={-1} ref={(element) => element?.focus()}>
      Check your mail
    </h1>,
  );
  await waitFor(() => expect(heading).toHaveFocus());
});
