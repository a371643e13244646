import { Link } from "react-router";
import type { StaffMenuItem } from "@/api/admin-types";
import { Badge } from "@/components/ui/badge";
import { LetterPlate } from "@/components/ui/letter-plate";
import { Picture } from "@/components/ui/picture";
import { Price } from "@/components/ui/price";
import { dollarsToCents } from "@/lib/money";
import styles from "./preview-item.module.css";

export function PreviewItem({ item }: { item: StaffMenuItem }) {
  return (
    <li className={styles.item}>
      <div className={styles.picture}>
        <Picture
          address={item.imageUrl}
          alt=""
          sizes="5.5rem"
          ratio="square"
          fallback={<LetterPlate name={item.name} />}
          dimmed={!item.isAvailable}
        />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>{item.name}</h3>
        <p className={styles.category}>{item.category}</p>
        <p className={styles.terms}>
          <Price cents={dollarsToCents(item.basePrice)} className={styles.price} />
          {item.isAvailable ? <Badge tone="good">Available</Badge> : <Badge>Unavailable</Badge>}
        </p>
      </div>
      <Link
        to={`/admin/menu/edit/${item._id}`}
        aria-label={`Edit ${item.name}`}
        className={styles.edit}
      >
        Edit
      </Link>
    </li>
  );
}
