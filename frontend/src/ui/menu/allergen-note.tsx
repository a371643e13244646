import { allergenSentence, type Said } from "@/domain/menu/diets-and-allergens";
import { Text } from "@/ui/layout";

/** What a line of a cart or an order says of allergens, where it is stated; what is not stated is not worded as absent. */
export function AllergenNote({ said, strong = false }: { said: Said; strong?: boolean }) {
  const sentence = allergenSentence(said);
  if (sentence === null) return null;
  return (
    <Text size={strong ? "m" : "s"} weight={strong ? 700 : 500} breaks data-allergens>
      {sentence}
    </Text>
  );
}
