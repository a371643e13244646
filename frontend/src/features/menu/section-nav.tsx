import { useEffect, useState } from "react";
import type { MenuSection } from "@/components/menu/menu-sections";
import styles from "./section-nav.module.css";

/** Stays at the top while the menu scrolls; marks the section in view. */
export function SectionNav({ sections }: { sections: readonly MenuSection[] }) {
  const current = useSectionInView(sections);
  return (
    <nav aria-label="Menu sections" className={styles.nav}>
      <ul className={styles.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className={styles.link}
              aria-current={section.id === current ? "location" : undefined}
            >
              {section.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useSectionInView(sections: readonly MenuSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    if (!("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entering = entries.find((entry) => entry.isIntersecting);
        if (entering) setCurrent(entering.target.id);
        // A jump to the top leaves the line above every section, and nothing enters it.
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
