import { TruckList } from "@/features/trucks/truck-list";
import { useDocumentTitle } from "@/lib/use-document-title";
import styles from "./home-page.module.css";

export function HomePage() {
  useDocumentTitle("");
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <h1 className={styles.title}>Order from Your Favorite Food Trucks</h1>
        <p className={styles.lead}>Fresh food, delivered to your location</p>
      </section>
      <section aria-labelledby="available-trucks">
        <h2 id="available-trucks" className={styles.heading}>
          Available Food Trucks
        </h2>
        <TruckList />
      </section>
    </div>
  );
}
