import { type ReactNode, useMemo } from "react";
import type { MenuItem } from "@/domain/api/public-types";
import { type FoodFilter, filtersOf, isFiltering, NO_FOOD_FILTER } from "@/domain/menu/food-filter";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./truck.module.css";

interface FoodFilterBarProps {
  menu: readonly MenuItem[];
  filter: FoodFilter;
  /** How many menu items fit, for who cannot see them. */
  found: number;
  onChange: (filter: FoodFilter) => void;
}

/** Diets and allergens to filter the menu by; nothing at a truck that states nothing. */
export function FoodFilterBar({ menu, filter, found, onChange }: FoodFilterBarProps) {
  const { diets, without } = useMemo(() => filtersOf(menu), [menu]);
  if (diets.length + without.length === 0) return null;
  return (
    <Stack gap={2} marginTop={3}>
      <Row as="fieldset" oneLine gap={2} paddingBlock={1} className={styles.list}>
        <legend className="visually-hidden">{m.food.filter.label}</legend>
        {diets.map((diet) => (
          <Choice
            key={diet}
            pressed={filter.diets.includes(diet)}
            onPress={() => onChange({ ...filter, diets: toggled(filter.diets, diet) })}
          >
            {m.food.diets[diet]}
          </Choice>
        ))}
        {without.map((allergen) => (
          <Choice
            key={allergen}
            pressed={filter.without.includes(allergen)}
            onPress={() => onChange({ ...filter, without: toggled(filter.without, allergen) })}
          >
            {m.food.filter.without({ allergen: m.food.allergens[allergen] })}
          </Choice>
        ))}
      </Row>
      <Row gap={3} rowGap={0} align="center">
        <Text role="status" weight={600}>
          {isFiltering(filter) ? m.food.filter.found({ count: found }) : null}
        </Text>
        {isFiltering(filter) ? (
          <>
            <Button variant="quiet" onClick={() => onChange(NO_FOOD_FILTER)}>
              {m.food.filter.clear}
            </Button>
            <Text soft size="s">
              {m.food.sharedKitchen}
            </Text>
          </>
        ) : null}
      </Row>
    </Stack>
  );
}

interface ChoiceProps {
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A button of every page: home, which has chips, would share a file of them with this page, and grow. */
function Choice({ pressed, onPress, children }: ChoiceProps) {
  return (
    <Button
      variant={pressed ? "primary" : "secondary"}
      aria-pressed={pressed}
      className={styles.choice}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}

function toggled<Name>(names: readonly Name[], name: Name): Name[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}
