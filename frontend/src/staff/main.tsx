import "@/ui/tokens/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { clientErrors } from "@/domain/api/client-errors";
import { createQueryClient } from "@/domain/api/query-client";
import { App } from "./app";
import { staffRoutes } from "./routes";

clientErrors.listen(window);
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App client={createQueryClient()} router={createBrowserRouter(staffRoutes)} />
    </StrictMode>,
  );
}
