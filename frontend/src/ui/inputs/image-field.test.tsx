import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { setTokenSource } from "@/domain/api/client";
import { server } from "@/test/server";
import { ImageField } from "./image-field";

const photo = new File(["not really pixels"], "taco.jpg", { type: "image/jpeg" });
const ANSWER = { url: "/uploads/menu-items/abc-640.webp", width: 640, height: 640, variants: [] };

const onBusyChange = vi.fn();

function Form({ start = null }: { start?: string | null }) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <>
      <ImageField
        label="Image"
        kind="image"
        folder="menu-items"
        ratio="square"
        value={value}
        onChange={setValue}
        onBusyChange={onBusyChange}
      />
      <output aria-label="Value">{String(value)}</output>
    </>
  );
}

const fileInput = () => screen.getByLabelText<HTMLInputElement>(/^(Choose a file|Replace)/);
const value = () => screen.getByLabelText("Value");

beforeEach(() => {
  setTokenSource(() => "the-token");
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: () => "blob:preview",
      revokeObjectURL: () => undefined,
    }),
  );
});

/** Answers the upload when the test says so, and keeps what came. */
function serveUpload() {
  const calls: Request[] = [];
  let answer: (response: Response) => void = () => undefined;
  server.use(
    http.post("*/api/upload", ({ request }) => {
      calls.push(request);
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    }),
  );
  return { calls, answer: (response: Response) => answer(response) };
}

it("shows a chosen image at once, sends it, and takes the server's address", async () => {
  const upload = serveUpload();
  const { container } = render(<Form />);
  await userEvent.upload(fileInput(), photo);
  expect(container.querySelector("img")).toHaveAttribute("src", "blob:preview");
  expect(screen.getByRole("progressbar", { name: "Upload progress" })).toBeInTheDocument();
  await waitFor(() => expect(upload.calls).toHaveLength(1));
  await waitFor(() => expect(onBusyChange).toHaveBeenLastCalledWith(true));
  expect(upload.calls[0]?.headers.get("Authorization")).toBe("Bearer the-token");
  expect(upload.calls[0]?.headers.get("Content-Type")).toMatch(/^multipart\/form-data/);

  upload.answer(HttpResponse.json(ANSWER, { status: 201 }));
  await waitFor(() => expect(value()).toHaveTextContent(ANSWER.url));
  expect(container.querySelector("img")).toHaveAttribute("src", ANSWER.url);
  // Said by an effect, after the screen has changed.
  await waitFor(() => expect(onBusyChange).toHaveBeenLastCalledWith(false));
});

it("says why the server refused it, keeps the old image, and tries again", async () => {
  let refusals = 0;
  server.use(
    http.post("*/api/upload", () => {
      refusals += 1;
      const error = "Upload failed: this is no image that we can read.";
      return refusals === 1
        ? HttpResponse.json({ error, code: "upload_failed" }, { status: 400 })
        : HttpResponse.json(ANSWER, { status: 201 });
    }),
  );
  render(<Form start="https://example.com/old.jpg" />);
  await userEvent.upload(fileInput(), photo);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Upload failed: this is no image that we can read.",
  );
  expect(value()).toHaveTextContent("https://example.com/old.jpg");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(value()).toHaveTextContent(ANSWER.url));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it.each(["upload_failed", "upload_too_large"])(
  "adds nothing to the server's sentence for the code %s",
  async (code) => {
    const error = "No se pudo subir la foto.";
    server.use(
      http.post("*/api/upload", () => HttpResponse.json({ error, code }, { status: 400 })),
    );
    render(<Form />);
    await userEvent.upload(fileInput(), photo);
    const alert = await screen.findByRole("alert");
    expect(alert.firstElementChild).toHaveTextContent(/^No se pudo subir la foto\.$/);
  },
);

it.each([
  ["nothing answers", () => HttpResponse.error(), /^Upload failed: Unable to connect to server/],
  [
    "the answer is no JSON",
    () => new HttpResponse("<html>", { status: 502 }),
    /^Upload failed: Invalid response from server \(502\)/,
  ],
  [
    "the answer gives no reason",
    () => HttpResponse.json({}, { status: 500 }),
    /^Upload failed: HTTP 500/,
  ],
])("says so when %s", async (_, answer, sentence) => {
  server.use(http.post("*/api/upload", answer));
  render(<Form />);
  await userEvent.upload(fileInput(), photo);
  expect((await screen.findByRole("alert")).firstElementChild?.textContent).toMatch(sentence);
});

it.each([
  ["too large", { size: 10 * 1024 * 1024 + 1 }, "larger than 10 MB"],
  ["empty", { size: 0 }, "the file is empty"],
])("does not even send a file that is %s", async (_, properties, reason) => {
  const upload = serveUpload();
  const file = new File(["x"], "big.jpg", { type: "image/jpeg" });
  Object.defineProperty(file, "size", { value: properties.size });
  render(<Form />);
  await userEvent.upload(fileInput(), file);
  expect(screen.getByRole("alert")).toHaveTextContent(`Upload failed: `);
  expect(screen.getByRole("alert")).toHaveTextContent(reason);
  expect(upload.calls).toHaveLength(0);
});

it("takes an image that is dropped on it", async () => {
  server.use(http.post("*/api/upload", () => HttpResponse.json(ANSWER, { status: 201 })));
  render(<Form />);
  fireEvent.drop(screen.getByText("or drop one here"), { dataTransfer: { files: [photo] } });
  await waitFor(() => expect(value()).toHaveTextContent(ANSWER.url));
});

it("refuses a dropped file that is no image", () => {
  render(<Form />);
  const text = new File(["words"], "menu.txt", { type: "text/plain" });
  fireEvent.drop(screen.getByText("or drop one here"), { dataTransfer: { files: [text] } });
  expect(screen.getByRole("alert")).toHaveTextContent("Upload failed: this is no image");
});

it("refuses a chosen file that is no image, and sends nothing", async () => {
  const upload = serveUpload();
  render(<Form />);
  const page = new File(["<h1>Not an image</h1>"], "menu.html", { type: "text/html" });
  await userEvent.setup({ applyAccept: false }).upload(fileInput(), page);
  expect(screen.getByRole("alert")).toHaveTextContent("Upload failed: this is no image");
  expect(upload.calls).toHaveLength(0);
});

it("calls an upload off", async () => {
  const upload = serveUpload();
  render(<Form />);
  await userEvent.upload(fileInput(), photo);
  await waitFor(() => expect(upload.calls).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Cancel upload" }));
  upload.answer(HttpResponse.json(ANSWER, { status: 201 }));
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(value()).toHaveTextContent("null");
  expect(onBusyChange).toHaveBeenLastCalledWith(false);
});

it("takes an address, and gives an image up again", async () => {
  render(<Form />);
  await userEvent.type(screen.getByLabelText("Image address"), "https://example.com/a.jpg");
  expect(value()).toHaveTextContent("https://example.com/a.jpg");
  await userEvent.click(screen.getByRole("button", { name: "Remove the image" }));
  expect(value()).toHaveTextContent("null");
});

it("says so when the image at an address does not load", () => {
  const { container } = render(<Form start="https://example.com/gone.jpg" />);
  fireEvent.error(container.querySelector("img") as HTMLImageElement);
  expect(screen.getByText(/^This image does not load/)).toBeInTheDocument();
});
