import styles from "./access-restricted.module.css";

/** For an account that belongs to no truck. */
export function AccessRestricted() {
  return (
    <div className={styles.state}>
      <h2>
        Access Restricted<span className="visually-hidden">: </span>
      </h2>
      <p className={styles.text}>
        No food truck associated with your account. Please contact an administrator.
      </p>
    </div>
  );
}
