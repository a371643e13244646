import "@/ui/tokens/base.css";
import { clientErrors } from "@/domain/api/client-errors";
import { mountApp } from "./first-paint/mount-app";

clientErrors.listen(window);
const root = document.getElementById("root");
if (root) mountApp(root);
