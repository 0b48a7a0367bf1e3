import Box from '@mui/material/Box'
import type { AccessScope } from '@rumbo/contract/access'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { shortScope } from './tree.rules.ts'
import { useScopeWords } from './use-scope-words.ts'

interface ScopeListProps {
  scopes: readonly AccessScope[]
  /** Names of companies, fleets and vehicles by id, besides those of the workspace. */
  names: ReadonlyMap<string, string>
}

/** What scopes grant in words, with the scope itself below for administrators. */
export function ScopeList({ scopes, names }: ScopeListProps) {
  const { t } = useText()
  const words = useScopeWords(names)
  if (scopes.length === 0) return <Box sx={{ color: token('textSoft') }}>{t('tree.noScopes')}</Box>
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: '8px',
        listStyle: 'none',
        m: 0,
        p: 0,
      }}
    >
      {scopes.map(({ scope, type }) => (
        <Box
          component="li"
          key={`${scope} ${type}`}
          sx={{ display: 'flex', alignItems: 'center', gap: '10px' }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ overflowWrap: 'anywhere' }}>{words.whole(scope)}</Box>
            <ScopeCode scope={scope} />
          </Box>
          <TintedChip colour={type === 'manage' ? 'active' : 'occupied'}>
            {t(`tree.sight.${type}`)}
          </TintedChip>
        </Box>
      ))}
    </Box>
  )
}

/** A scope with its ids shortened; the complete scope is in the tooltip. */
export function ScopeCode({ scope }: { scope: string }) {
  return (
    <Box
      component="code"
      title={scope}
      sx={{
        display: 'block',
        typography: 'caption',
        fontFamily: 'monospace',
        color: token('textFaint'),
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {shortScope(scope)}
    </Box>
  )
}
