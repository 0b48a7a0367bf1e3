/** Must equal the version in the root package.json and the newest one in CHANGELOG.md. */
export const productVersion = '0.2.0'
