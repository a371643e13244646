/** What the developer tools look up without anyone typing. */

export const SAMPLE_SLUG = "spicy-burritos";
export const TEST_SLUG = "test-truck";
export const NONEXISTENT_SLUG = "nonexistent-truck";
export const SAMPLE_TRUCK_ID = "507f1f77bcf86cd799439011";
