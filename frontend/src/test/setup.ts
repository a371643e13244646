import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { useToasts } from "@/components/ui/toast-store";

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  useToasts.setState({ toasts: [] });
});

window.scrollTo = vi.fn() as typeof window.scrollTo;
