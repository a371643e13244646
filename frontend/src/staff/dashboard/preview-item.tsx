import { Link } from "react-router";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images";
import { Price } from "@/ui/content/price";
import { Box, Row, Text } from "@/ui/layout";
import styles from "./dashboard.module.css";

export function PreviewItem({ item }: { item: StaffMenuItem }) {
  return (
    <li className={styles.item}>
      <div className={styles.previewItemImage}>
        <ResponsiveImage
          address={item.imageUrl}
          alt=""
          sizes="5.5rem"
          ratio="square"
          fallback={<LetterPlate name={item.name} />}
          dimmed={!item.isAvailable}
        />
      </div>
      <Box shrinks>
        <Text as="h3" size="m" breaks>
          {item.name}
        </Text>
        <Text soft size="s" breaks>
          {item.category}
        </Text>
        <Row as="p" gap={2} rowGap={1} align="center" marginTop={1}>
          <Price cents={dollarsToCents(item.basePrice)} className={styles.price} />
          {item.isAvailable ? (
            <Badge tone="good">{m.common.available}</Badge>
          ) : (
            <Badge>{m.common.unavailable}</Badge>
          )}
        </Row>
      </Box>
      <Link
        to={`/admin/menu/edit/${item._id}`}
        aria-label={m.common.editNamed({ name: item.name })}
        className={styles.edit}
      >
        {m.common.edit}
      </Link>
    </li>
  );
}
