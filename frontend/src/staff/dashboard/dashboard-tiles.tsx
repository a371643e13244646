import chart from "@lobehub/fluent-emoji-3d/assets/1f4c8.webp";
import bell from "@lobehub/fluent-emoji-3d/assets/1f6ce-fe0f.webp";
import taco from "@lobehub/fluent-emoji-3d/assets/1f32e.webp";
import eater from "@lobehub/fluent-emoji-3d/assets/1f60b.webp";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Stack } from "@/ui/layout";
import styles from "./dashboard.module.css";

/** The four ways on from here; orders come first, since they cannot wait. */
export function DashboardTiles({ openOrders }: { openOrders?: ReactNode }) {
  return (
    <Stack as="nav" gap={3} aria-label={m.common.dashboard} className={styles.tiles}>
      <Tile to="/admin/orders" title={m.common.orders} image={bell} main>
        {openOrders ?? m.dashboard.tiles.ordersHint}
      </Tile>
      <Tile to="/admin/menu" title={m.common.menu} image={taco}>
        {m.dashboard.tiles.menuHint}
      </Tile>
      <Tile to="/admin/customers" title={m.common.customers} image={eater}>
        {m.dashboard.tiles.customersHint}
      </Tile>
      <Tile to="/admin/analytics" title={m.common.analytics} image={chart}>
        {m.dashboard.tiles.analyticsHint}
      </Tile>
    </Stack>
  );
}

interface TileProps {
  to: string;
  title: string;
  image: string;
  main?: boolean;
  children: ReactNode;
}

function Tile({ to, title, image, main = false, children }: TileProps) {
  return (
    <Link to={to} className={classNames(styles.tile, main && styles.main)}>
      <Stack as="span" gap={1} shrinks>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{children}</span>
      </Stack>
      <img src={image} alt="" width="160" height="160" className={styles.image} />
    </Link>
  );
}
