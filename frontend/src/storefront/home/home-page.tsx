import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { HeroPlate } from "@/ui/content/hero-plate";
import styles from "./home-page.module.css";
import { TruckList } from "./truck-list";

export function HomePage() {
  useDocumentTitle("");
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.title}>{m.storefront.home.orderFromYourFavoriteFood}</h1>
          <p className={styles.lead}>{m.storefront.home.freshFoodDeliveredToYour}</p>
        </div>
        <HeroPlate />
      </section>
      <section aria-labelledby="available-trucks">
        <h2 id="available-trucks" className={styles.heading}>
          {m.storefront.home.availableFoodTrucks}
        </h2>
        <TruckList />
      </section>
    </div>
  );
}
