import { cruise } from 'dependency-cruiser'
import { cruiseOptions, importRules } from './rules.mjs'

/**
 * Violations of the import rules in a tree, one sentence each.
 * @param {string} baseDir the tree's root
 * @param {readonly string[]} folders those of it to read
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
