import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import "./messages";
import { useToasts } from "@/ui/feedback/toast-store";

// Longer than any screen needs, shorter than the time-out of a test.
configure({ asyncUtilTimeout: 2_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  useToasts.setState({ toasts: [] });
});

// As in index.html.
document.documentElement.lang = "en";
window.scrollTo = vi.fn() as typeof window.scrollTo;
