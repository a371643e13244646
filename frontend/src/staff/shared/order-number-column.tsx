import { Link } from "react-router";
import { messages as m } from "@/messages";
import type { Column } from "@/ui/content/table";
import { Row } from "@/ui/layout";

/** The first column of a list of orders: the number, as the way to the order. */
export function orderNumberColumn<
  Listed extends { _id: string; orderNumber: string },
>(): Column<Listed> {
  return {
    key: "order",
    header: m.common.order,
    primary: true,
    cell: ({ _id, orderNumber }) => (
      <Row as={Link} inline align="center" oneLine target weight={700} to={`/admin/orders/${_id}`}>
        #{orderNumber}
      </Row>
    ),
  };
}
