import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AccessScope } from '@rumbo/contract/access'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'

/** Ids are long; their end tells them apart. The whole scope is in the tooltip. */
const shortened = (scope: string) => scope.replace(/[0-9a-f]{8}-[0-9a-f-]{19}([0-9a-f]{8})/g, '…$1')

/** What level and assignments grant together, as scopes. */
export function AccessScopes({ scopes }: { scopes: readonly AccessScope[] }) {
  const { t } = useText()
  return (
    <Box component="section" aria-label={t('users.details.scopes')} sx={{ mt: '20px' }}>
      <Typography variant="h2" component="h3" sx={{ mb: '8px' }}>
        {t('users.details.scopes')}
      </Typography>
      {scopes.length === 0 ? (
        <Box sx={{ color: token('textSoft') }}>{t('users.details.noScopes')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {scopes.map(({ scope, type }) => (
            <li key={`${scope} ${type}`}>
              <Box component="code" title={scope} sx={{ overflowWrap: 'anywhere' }}>
                {shortened(scope)}
              </Box>{' '}
              <Box component="span" sx={{ color: token('textSoft') }}>
                {t(`users.details.scope.${type}`)}
              </Box>
            </li>
          ))}
        </Box>
      )}
    </Box>
  )
}
