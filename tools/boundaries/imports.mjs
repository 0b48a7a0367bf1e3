import { cruise } from 'dependency-cruiser'
import { cruiseOptions, importRules } from './rules.mjs'

/**
 * Violations of the import rules, one sentence each.
 * @param {string} baseDir the root of the tree
 * @param {readonly string[]} folders the folders to read
 * @returns {Promise<{sentences: string[], modules: number, dependencies: number}>}
 */
export async function findImportViolations(baseDir, folders) {
  const { output } = await cruise([...folders], {
    ...cruiseOptions,
    baseDir,
    validate: true,
    ruleSet: { forbidden: importRules },
  })
  if (typeof output === 'string') throw new Error(output)
  const sentences = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  return {
    sentences,
    modules: output.summary.totalCruised,
    dependencies: output.summary.totalDependenciesCruised ?? 0,
  }
}
