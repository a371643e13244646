import { lazy, Suspense, useState } from "react";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { HeroPlate } from "@/ui/content/images";
import styles from "./home.module.css";
import type { Findings } from "./truck-finder";
import { TruckList } from "./truck-list";

// The page from the server has it already; what makes it work comes after the list.
const TruckFinder = lazy(() =>
  import("./truck-finder").then((finder) => ({ default: finder.TruckFinder })),
);

export function HomePage() {
  useDocumentTitle("");
  const [findings, setFindings] = useState<Findings | null>(null);
  const [isOnMap, setOnMap] = useState(false);
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.title}>{m.home.title}</h1>
          <p className={styles.lead}>{m.home.lead}</p>
          <p className={styles.how}>{m.home.hint}</p>
        </div>
        <HeroPlate />
      </section>
      <section aria-labelledby="available-trucks">
        <h2 id="available-trucks" className={styles.heading}>
          {m.home.listHeading}
        </h2>
        <Suspense fallback={<div className={styles.finderSpace} />}>
          <TruckFinder onFind={setFindings} onMap={setOnMap} />
        </Suspense>
        <TruckList findings={findings} isOnMap={isOnMap} />
      </section>
    </div>
  );
}
