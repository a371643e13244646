import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import {
  changeLanguage,
  currentLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from "@/messages/language";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { showToast } from "@/ui/feedback/toast";
import styles from "./profile.module.css";
import { useChangeProfile } from "./profile-api";

const CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The language of the staff's screens, on every device that this user signs in on. */
export function LanguageChoice() {
  const { mutateAsync } = useChangeProfile();

  function choose(language: Language): void {
    whenDone(mutateAsync({ language }), {
      onSuccess: () => changeLanguage(language),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <section className={styles.form} aria-labelledby="own-language">
      <h2 id="own-language" className={styles.heading}>
        {m.common.language}
      </h2>
      <SegmentedChoice
        label={m.common.language}
        choices={CHOICES}
        value={currentLanguage()}
        onChange={choose}
      />
    </section>
  );
}
