import { type MouseEvent, useEffect, useState } from "react";
import type { MenuSection } from "@/domain/menu/menu-sections";
import { messages as m } from "@/messages";
import styles from "@/storefront/truck/truck.module.css";
import { Row } from "@/ui/layout";

/** Stays at the top while the menu scrolls; marks the section in view. */
export function SectionNav({ sections }: { sections: readonly MenuSection[] }) {
  const current = useSectionInView(sections);
  return (
    <nav aria-label={m.truck.menu.sections} className={styles.nav}>
      <ul className={styles.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <Row
              as="a"
              align="center"
              oneLine
              target
              soft
              weight={650}
              nowrap
              href={`#${section.id}`}
              className={styles.link}
              aria-current={section.id === current ? "location" : undefined}
              onClick={(event) => showSection(event, section.id)}
            >
              {section.title}
            </Row>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Five taps on sections must not take five steps back to leave the menu. */
function showSection(event: MouseEvent, id: string): void {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const section = document.getElementById(id);
  if (!isPlain || !section) return;
  event.preventDefault();
  window.history.replaceState(window.history.state, "", `#${id}`);
  section.scrollIntoView();
  section.focus({ preventScroll: true });
}

function useSectionInView(sections: readonly MenuSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    if (!("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entering = entries.find((entry) => entry.isIntersecting);
        if (entering) setCurrent(entering.target.id);
        // At scroll 0 no section crosses the observer line; select the first.
        else if (window.scrollY === 0) setCurrent(sections[0]?.id);
      },
      // A line a quarter down the window: whatever section crosses it is the one being read.
      { rootMargin: "-25% 0px -75% 0px" },
    );
    for (const section of sections) {
      const element = document.getElementById(section.id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
