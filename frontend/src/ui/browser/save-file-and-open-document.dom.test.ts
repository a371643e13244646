import { expect, it, vi } from "vitest";
import { saveFile } from "./save-file-and-open-document";

it("hands the file to the downloads under its name, and lets go of it later", () => {
  vi.useFakeTimers();
  const revokeObjectURL = vi.fn();
  vi.stubGlobal("URL", { createObjectURL: () => "blob:one", revokeObjectURL });
  const clicked: { href: string; download: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push({ href: this.href, download: this.download });
  });
  saveFile(new Blob(["a,b"]), "customers.csv");
  expect(clicked).toEqual([{ href: "blob:one", download: "customers.csv" }]);
  expect(revokeObjectURL).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revokeObjectURL).toHaveBeenCalledWith("blob:one");
  vi.useRealTimers();
});
