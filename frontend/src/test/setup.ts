import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { useToasts } from "@/components/ui/toast-store";

// The first screen of a file loads its chunks; on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  useToasts.setState({ toasts: [] });
});

window.scrollTo = vi.fn() as typeof window.scrollTo;
