import { mayUse, purePackages, testPath as test, webAssembly, webFrame, webMayUse } from './domains.mjs'

const server = '^server/src/'
const domains = Object.keys(mayUse)
const anyDomain = domains.join('|')
const pure = purePackages.join('|')

const exactly = (path) => `^${path.replaceAll('.', '[.]')}$`
const webFolders = [...Object.keys(webFrame), ...Object.keys(webMayUse)]

/**
 * A folder uses itself and the folders in its row, none of the other folders in `all`; a subfolder may have a row of
 * its own.
 */
const rowRule = (side, folder, used, all) => ({
  name: `${side}-${folder.replace('/', '-')}-uses-only-its-row`,
  comment:
    'Add the folder to its row in tools/boundaries/domains.mjs, or let the other side listen to a fact.',
  severity: 'error',
  from: {
    path: `^${side}/src/${folder}/`,
    pathNot: [
      test,
      ...webAssembly.map(exactly),
      ...all.filter((other) => other.startsWith(`${folder}/`)).map((inner) => `^${side}/src/${inner}/`),
    ],
  },
  to: {
    path: `^${side}/src/(${all
      .filter((other) => other !== folder && !used.includes(other) && !used.includes(other.split('/')[0]))
      .filter((other) => !other.startsWith(`${folder}/`) && !folder.startsWith(`${other}/`))
      .join('|')})/`,
  },
})

const perFolder = [
  ...domains.map((domain) => rowRule('server', domain, mayUse[domain], domains)),
  ...Object.entries(webFrame).map(([folder, used]) => rowRule('web', folder, used, webFolders)),
  ...Object.entries(webMayUse).map(([domain, used]) =>
    rowRule('web', domain, [...Object.keys(webFrame), ...used], webFolders),
  ),
]

/** What dependency-cruiser checks; every rule has a planted violation in boundaries.test.ts. */
export const importRules = [
  {
    name: 'every-import-resolves',
    comment: 'An import that does not resolve slips past every other rule.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-cycles',
    comment: 'A screen that is loaded lazily may use the shell that loads it.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
  },
  ...perFolder,
  {
    name: 'enter-a-domain-by-its-index',
    severity: 'error',
    from: { path: `${server}([^/]+)/`, pathNot: test },
    to: { path: `${server}(${anyDomain})/`, pathNot: [`${server}$1/`, `${server}[^/]+/index[.]ts$`] },
  },
  {
    name: 'endpoints-do-not-touch-tables',
    severity: 'error',
    from: { path: '[.]endpoints[.]ts$' },
    to: { path: '[.]repository[.]ts$' },
  },
  {
    name: 'rules-are-pure',
    severity: 'error',
    from: { path: '[.]rules[.]ts$' },
    to: {
      path: ['[.](repository|actions|endpoints)[.]ts$', `${server}platform/`],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'rules-use-no-io',
    comment: 'A hash is a pure function.',
    severity: 'error',
    from: { path: '[.]rules[.]ts$', pathNot: test },
    to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
  },
  {
    name: 'pure-packages-use-no-core',
    comment: 'They run in the browser too.',
    severity: 'error',
    from: { path: `^(${pure})/src/`, pathNot: test },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'factories-serve-tests-and-demo-only',
    severity: 'error',
    from: { pathNot: [test, '^tools/', '^e2e/', '^bench/'] },
    to: { path: '[.]factory[.]ts$' },
  },
  {
    name: 'platform-knows-no-domain',
    severity: 'error',
    from: { path: `${server}platform/`, pathNot: test },
    to: { path: `${server}(${anyDomain})/` },
  },
  {
    name: 'only-assembly-sees-all',
    comment: 'assembly/ is the top: nothing below imports it.',
    severity: 'error',
    from: { path: '^server/', pathNot: [test, `${server}(assembly/|main[.]ts$|supervisor[.]ts$)`] },
    to: { path: `${server}assembly/` },
  },
  {
    name: 'web-never-imports-server',
    severity: 'error',
    from: { path: '^web/' },
    to: { path: '^(server|gateway|database|protocols)/' },
  },
  {
    name: 'server-side-never-imports-web',
    severity: 'error',
    from: { path: `^(server|gateway|database|${pure})/` },
    to: { path: '^web/' },
  },
  {
    name: 'pure-packages-stand-alone',
    severity: 'error',
    from: { path: `^(${pure})/`, pathNot: test },
    to: { path: '^(server|gateway|web|database|simulator|tools)/' },
  },
  {
    name: 'gateway-knows-no-server',
    severity: 'error',
    from: { path: '^gateway/', pathNot: test },
    to: { path: '^(server|database)/' },
  },
  {
    name: 'simulator-knows-no-server',
    comment: 'It is a fleet outside: it knows protocols and roads only.',
    severity: 'error',
    from: { path: '^simulator/' },
    to: { path: '^(server|database|gateway|web)/' },
  },
  {
    name: 'product-never-imports-tools',
    comment: 'Nothing in the product knows the demo or the tests.',
    severity: 'error',
    from: { path: `^(server|gateway|database|web|simulator|${pure})/`, pathNot: [test, 'vitest[.]'] },
    to: { path: '^(tools|e2e|bench)/' },
  },
  {
    name: 'only-platform-opens-connections',
    severity: 'error',
    from: { path: '^server/src/', pathNot: [test, `${server}platform/`] },
    to: {
      path: ['^node_modules/(pg|ws|fastify|graphile-worker)/', '^(node:)?(net|http|https|dgram|tls)$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'ui-stands-alone',
    severity: 'error',
    from: { path: '^web/src/ui/' },
    to: { path: '^web/src/(?!ui/)' },
  },
  {
    name: 'screens-are-leaves',
    comment: 'Only the table of screens names them; a test loads a screen through the table too.',
    severity: 'error',
    from: { path: '^web/src/(?!screens/)', pathNot: webAssembly.map(exactly) },
    to: { path: '^web/src/screens/' },
  },
  {
    name: 'screens-stand-alone',
    comment: 'What two screens share belongs to a domain.',
    severity: 'error',
    from: { path: '^web/src/screens/([^/]+)/' },
    to: { path: '^web/src/screens/', pathNot: '^web/src/screens/$1/' },
  },
  {
    name: 'assembly-loads-lazily',
    comment: 'A static import would put the screen into the first chunk.',
    severity: 'error',
    from: { path: webAssembly.map(exactly) },
    to: {
      path: `^web/src/(screens|${Object.keys(webMayUse).join('|')})/`,
      dependencyTypesNot: ['dynamic-import', 'type-only'],
    },
  },
]

export const cruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|node_modules|[.]data)/|[.]d[.]ts$' },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'default'],
  },
}
