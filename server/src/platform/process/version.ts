/** Equal to the version of the root's package.json, and the newest of CHANGELOG.md. */
export const productVersion = '0.2.0'
