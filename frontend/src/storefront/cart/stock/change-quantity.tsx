import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";

interface ChangeQuantityProps {
  name: string;
  /** What is left for the line; 0 takes it out. */
  quantity: number;
  onQuantity: (quantity: number) => void;
}

/** Brings a line down to what is left. */
export function ChangeQuantity({ name, quantity, onQuantity }: ChangeQuantityProps) {
  return (
    <Button onClick={() => onQuantity(quantity)}>
      {quantity > 0 ? m.cart.line.changeTo({ quantity }) : m.common.remove}{" "}
      <span className="visually-hidden">{name}</span>
    </Button>
  );
}
