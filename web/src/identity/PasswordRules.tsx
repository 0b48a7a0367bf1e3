import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import Box from '@mui/material/Box'
import { type PasswordRule, passwordRules } from '@rumbo/contract/identity.contract'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'

const rules = Object.keys(passwordRules) as PasswordRule[]

/** The rules of a new password, each marked as met or not while it is typed. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useText()
  return (
    <Box id={id} sx={{ mt: '8px', typography: 'body2', color: token('textSoft') }}>
      <span style={visuallyHidden}>{t('identity.rules.label')}</span>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: '2px 14px' }}
      >
        {rules.map((rule) => {
          const isMet = passwordRules[rule](password)
          const Icon = isMet ? CheckCircleRounded : RadioButtonUncheckedRounded
          return (
            <Box component="li" key={rule} sx={{ display: 'flex', alignItems: 'center', gap: '6px' }}>
              <Icon aria-hidden sx={{ fontSize: 16, color: token(isMet ? 'active' : 'textFaint') }} />
              <Box component="span" sx={{ color: isMet ? token('text') : undefined }}>
                {t(`identity.rules.${rule}`)}
                <span style={visuallyHidden}>
                  {` (${t(isMet ? 'identity.rules.met' : 'identity.rules.unmet')})`}
                </span>
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
