import Typography from '@mui/material/Typography'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readUser } from '@rumbo/contract/identity.users.contract'
import { ScopeList } from '../../organisation/ScopeList.tsx'
import { useScopeNames } from '../../organisation/use-scope-names.ts'
import { useText } from '../../ui/i18n.tsx'

/** What level and assignments together grant a user. */
export function AccessSection({ user }: { user: OutputOf<typeof readUser> }) {
  const { t } = useText()
  const names = useScopeNames(user)
  return (
    <section aria-label={t('users.details.scopes')}>
      <Typography variant="h2" component="h3" sx={{ mt: '20px', mb: '8px' }}>
        {t('users.details.scopes')}
      </Typography>
      <ScopeList scopes={user.accessScopes} names={names} />
    </section>
  )
}
