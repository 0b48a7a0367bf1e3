import type { Locator, Page } from '@playwright/test'
import type { TextKey } from '@rumbo/i18n'
import { codeIn, enter, oneTimeCode, openOutbox, turnToEnglish } from './harness/account.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import { password } from './harness/world.ts'

const refused = /4(0[0139]|22) .*\/v1\/auth\//
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const alertOf = (scope: Page | Locator) => scope.getByRole('alert').filter({ visible: true }).last()
const field = (scope: Page | Locator, name: string) => scope.getByLabel(name, { exact: true })

type Field = 'username' | 'firstName' | 'lastName' | 'email' | 'phone' | 'password'
type Rule = readonly [
  Field,
  value: string,
  key: Extract<TextKey, `identity.valid.${string}`>,
  english: string,
]

const long = (length: number) => 'a'.repeat(length)
/** Section 5: what registration refuses at each field, with its message. */
const rules: readonly Rule[] = [
  ['username', '', 'identity.valid.usernameRequired', 'Username is required'],
  ['username', 'ab', 'identity.valid.usernameLength', 'Username must be 3 to 50 characters'],
  ['username', long(51), 'identity.valid.usernameLength', 'Username must be 3 to 50 characters'],
  [
    'username',
    'ana gil',
    'identity.valid.usernameLetters',
    'Username can only contain letters, numbers and underscores',
  ],
  ['firstName', '', 'identity.valid.firstNameRequired', 'First name is required'],
  ['firstName', long(101), 'identity.valid.firstNameLength', 'First name must be 1 to 100 characters'],
  ['lastName', '', 'identity.valid.lastNameRequired', 'Last name is required'],
  ['lastName', long(101), 'identity.valid.lastNameLength', 'Last name must be 1 to 100 characters'],
  ['email', '', 'identity.valid.emailRequired', 'Email is required'],
  ['email', 'ana@', 'identity.valid.email', 'Enter a valid email'],
  ['phone', '12', 'identity.valid.phone', 'Enter a valid phone'],
  ['password', '', 'identity.valid.passwordRequired', 'Password is required'],
  ['password', 'Aa1!xyz', 'identity.valid.passwordMinimum', 'Password must be at least 8 characters'],
  [
    'password',
    `Aa1!${long(60)}`,
    'identity.valid.passwordLength',
    'Password must be at least 8 and under 64 characters',
  ],
  ['password', 'AAAA111!', 'identity.valid.passwordLower', 'Add a lowercase letter'],
  ['password', 'aaaa111!', 'identity.valid.passwordUpper', 'Add an uppercase letter'],
  ['password', 'AAAAaaa!', 'identity.valid.passwordNumber', 'Add a number'],
  ['password', 'AAAAaaa1', 'identity.valid.passwordSpecial', 'Add a special character (!@#$%^&*)'],
]
const accepted: readonly (readonly [Field, value: string])[] = [
  ['username', 'abc'],
  ['username', long(50)],
  ['firstName', long(100)],
  ['lastName', 'x'],
  ['email', 'ana@flota.mx'],
  ['phone', ''],
  ['phone', '+52 55 5512 3456'],
  ['password', `Aa1!${long(4)}`],
  ['password', `Aa1!${long(59)}`],
]

const startOf = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

test('registration shows each validation error at its field in both languages, without a request', async ({
  open,
}) => {
  const page = await open(null, '/auth/register')
  const calls: string[] = []
  page.on('request', (request) => void calls.push(request.url()))
  for (const words of [es, en]) {
    const box = (name: Field) =>
      page
        .getByLabel(new RegExp(`^${words(`identity.field.${name}`)}`))
        .and(page.getByRole('textbox').or(page.locator('input')))
    const submit = page.getByRole('button', { name: words('identity.register.submit') })
    for (const [name, value, key, english] of rules) {
      await box(name).fill(value)
      if (value === '') await submit.click()
      else await box(name).blur()
      // The list of rules follows the error of a password.
      await expect(box(name)).toHaveAccessibleDescription(startOf(words === en ? english : words(key)))
      await expect(box(name)).toHaveAttribute('aria-invalid', 'true')
    }
    for (const [name, value] of accepted) {
      await box(name).fill(value)
      await box(name).blur()
      await expect(box(name)).toHaveAttribute('aria-invalid', 'false')
    }
    if (words === es) await turnToEnglish(page)
  }
  expect(calls.filter((url) => url.includes('/auth/register'))).toEqual([])
})

test('a registered account can sign in after activation and assignment', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  test.setTimeout(90_000)
  const known = await world.worker('conocida')
  const username = world.unique('nueva').padEnd(50, 'x')
  const email = `${world.unique('nueva')}@example.com`
  const secret = `Aa1!${long(59)}`
  const page = await open(null, '/auth/register', { language: 'en' })
  const submit = page.getByRole('button', { name: en('identity.register.submit') })
  const fill = async (name: Field, value: string) =>
    page
      .getByLabel(new RegExp(`^${en(`identity.field.${name}`)}`))
      .and(page.locator('input'))
      .fill(value)
  await fill('username', known.username.toUpperCase())
  await fill('firstName', 'Nadia')
  await fill('lastName', 'Vega')
  await fill('email', email)
  await fill('password', secret)
  await submit.click()
  await expect(page.getByText('This username is already taken')).toBeVisible()
  await fill('username', username)
  await fill('email', known.email.toUpperCase())
  await submit.click()
  await expect(page.getByText('This email is already registered')).toBeVisible()
  await page.route('**/v1/auth/register', (route) => route.fulfill({ status: 400, json: {} }), { times: 1 })
  await fill('email', email)
  await submit.click()
  await expect(alertOf(page)).toHaveText('Registration failed. Please try again.')
  await submit.click()

  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText(en('identity.login.registered', { email }))).toBeVisible()
  const kept = await page.evaluate(() => localStorage.getItem('registrationSuccess'))
  expect(JSON.parse(kept ?? '{}')).toEqual({ email, timestamp: expect.any(Number) })
  await enter(page, username, secret, en)
  await expect(alertOf(page)).toHaveText(en('problems.account_pending'))

  const adminPage = await open(
    await world.demo('super'),
    `/user-management?search=${encodeURIComponent(email)}`,
  )
  const choose = async (action: Extract<TextKey, `users.action.${string}`>) => {
    await adminPage.getByRole('button', { name: es('ui.table.rowMenu', { name: 'Nadia Vega' }) }).click()
    await adminPage.getByRole('menuitem', { name: es(action), exact: true }).click()
  }
  await choose('users.action.activate')
  await adminPage
    .getByRole('alertdialog', { name: es('users.activate.title', { name: 'Nadia Vega' }) })
    .getByRole('button', { name: es('users.action.activate') })
    .click()
  await expect(adminPage.getByText(es('users.done.activated', { name: 'Nadia Vega' }))).toBeVisible()
  // A registered account has no assignment: a guest without a vehicle, until it gets a level and a fleet.
  await choose('users.action.changeLevel')
  const level = adminPage.getByRole('dialog', { name: es('users.level.title', { name: 'Nadia Vega' }) })
  await level.getByRole('radio', { name: new RegExp(`^${es('identity.level.user')}`) }).check()
  await level.getByRole('button', { name: es('users.level.submit') }).click()
  await expect(level).toBeHidden()
  await choose('users.action.assignFleet')
  const dialog = adminPage.getByRole('dialog', {
    name: es('users.assign.fleetTitle', { name: 'Nadia Vega' }),
  })
  const pick = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await adminPage.getByRole('option', { name: option, exact: true }).click()
  }
  await pick(es('users.form.company'), known.companyName)
  await pick(es('users.form.role'), es('users.role.dispatcher'))
  await pick(es('users.form.fleet'), known.fleetName)
  await dialog.getByRole('button', { name: es('users.assign.submit') }).click()
  await expect(dialog).toBeHidden()

  await enter(page, username, secret, en)
  await expect(page).toHaveURL('/main')
  await expect(page.getByRole('banner').getByText(known.fleetName).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('registrationSuccess'))).toBeNull()
})

test('a forgotten password is reset with the mailed code', async ({ open, world, tolerate }) => {
  tolerate(refused)
  test.setTimeout(90_000)
  const person = await world.worker('olvido')
  const outbox = await openOutbox(open, world)
  const page = await open(null, '/auth/forgot-password', { language: 'en' })
  const send = page.getByRole('button', { name: en('identity.forgot.submit') })
  const email = field(page, en('identity.field.email'))
  await send.click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await email.fill('nobody')
  await expect(email).toHaveAccessibleDescription('Enter a valid email')
  await email.fill(person.email)
  const fails = { status: 400, json: {} }
  await page.route('**/reset-password/initiate', (route) => route.fulfill(fails), { times: 1 })
  await send.click()
  await expect(alertOf(page)).toHaveText('Failed to send reset email')
  await send.click()
  await expect(page).toHaveURL(/\/auth\/verify-reset-code/)
  await expect(page.getByText(en('identity.forgot.sent'))).toBeVisible()

  const subject = es('mails.resetSubject')
  const first = codeIn(await outbox.read(person.email, subject))
  expect(first).toMatch(/^\d{6}$/)
  await page.route('**/reset-password/initiate', (route) => route.fulfill(fails), { times: 1 })
  const resend = page.getByRole('button', { name: en('identity.verify.resend') })
  await resend.click()
  await expect(alertOf(page)).toHaveText('Failed to resend verification code.')
  await resend.click()
  await expect(page.getByText(en('identity.verify.resent'))).toBeVisible()
  const code = codeIn(await outbox.read(person.email, subject, 2))

  const submit = page.getByRole('button', { name: en('identity.verify.submit') })
  await submit.click()
  const asked = (label: string) => field(page, label)
  await expect(asked(en('identity.field.verificationCode'))).toHaveAccessibleDescription(
    'Verification code is required',
  )
  await asked(en('identity.field.verificationCode')).fill(code === '000000' ? '111111' : '000000')
  await asked(en('identity.field.newPassword')).fill('Nueva-2026!')
  await asked(en('identity.field.confirmPassword')).fill('Nueva-2027!')
  await submit.click()
  await expect(asked(en('identity.field.confirmPassword'))).toHaveAccessibleDescription(
    'Passwords do not match',
  )
  await asked(en('identity.field.confirmPassword')).fill('Nueva-2026!')
  await submit.click()
  await expect(alertOf(page)).toHaveText(
    'Failed to reset password. Please check your verification code and try again.',
  )
  await asked(en('identity.field.verificationCode')).fill(code)
  await submit.click()
  await expect(page).toHaveURL('/auth/login')
  await enter(page, person.username, 'Nueva-2026!', en)
  await expect(page).toHaveURL('/main')
})

test('a forced password change is kept for fifteen minutes', async ({ open, world, tolerate }) => {
  tolerate(/403 .*|401 .*/)
  const { username } = await world.worker('vencida', { level: 'manager', forcePasswordChange: true })
  const page = await open(null, '/auth/login', { language: 'en' })
  await enter(page, username, password, en)
  await expect(page).toHaveURL('/auth/change-password')
  const record = () => page.evaluate(() => sessionStorage.getItem('pendingPasswordChange'))
  expect(JSON.parse((await record()) ?? '{}')).toMatchObject({ username, timestamp: expect.any(Number) })
  expect(await record()).not.toContain(password)
  await field(page, en('identity.field.currentPassword')).fill('Other-2026!')
  await field(page, en('identity.field.newPassword')).fill('Nueva-2026!')
  await field(page, en('identity.field.confirmPassword')).fill('Nueva-2026!')
  const submit = page.getByRole('button', { name: en('identity.change.submit') })
  await submit.click()
  await expect(page.getByText('Current password is incorrect')).toBeVisible()
  await page.clock.setFixedTime(Date.now() + 15 * 60_000 + 1000)
  await field(page, en('identity.field.currentPassword')).fill(password)
  await submit.click()
  await expect(page.getByText('Password change session expired. Please login again.')).toBeVisible()
  expect(await record()).toBeNull()
  await page.getByRole('button', { name: en('identity.forgot.toLogin') }).click()
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/auth/change-password')
  await expect(page.getByText('No pending password change found. Please login again.')).toBeVisible()
})

test('a second factor is enrolled and required, and a recovery code replaces it once', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  test.setTimeout(90_000)
  const person = await world.worker('factor')
  const page = await open(person, '/profile', { language: 'en' })
  await page.getByRole('button', { name: en('account.twoFactor.enable') }).click()
  const dialog = page.getByRole('dialog', { name: en('account.twoFactor.title') })
  const next = dialog.getByRole('button', { name: en('ui.next') })
  await next.click()
  await expect(field(dialog, en('identity.field.currentPassword'))).toHaveAccessibleDescription(
    'Current password is required',
  )
  await field(dialog, en('identity.field.currentPassword')).fill(password)
  await next.click()
  await expect(dialog.getByRole('img', { name: en('account.twoFactor.qr') })).toBeVisible()
  const key = await dialog.locator('code').innerText()
  const digits = field(dialog, en('identity.field.otp'))
  await digits.fill('12345')
  await next.click()
  await expect(digits).toHaveAccessibleDescription('OTP code must be 6 digits')
  await digits.fill(oneTimeCode(key) === '000000' ? '111111' : '000000')
  await next.click()
  await expect(digits).toHaveAccessibleDescription('Invalid OTP code')
  await expect(digits).toBeFocused()
  await digits.fill(oneTimeCode(key))
  await next.click()
  const codes = dialog.getByRole('list', { name: en('account.codes.title') }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await dialog.getByRole('button', { name: en('account.codes.done') }).click()
  await expect(page.getByText(en('account.twoFactor.on'))).toBeVisible()

  const leave = async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: en('identity.logout.submit') })
      .click()
    const question = page.getByRole('alertdialog', { name: en('identity.logout.title') })
    await question.getByRole('button', { name: en('identity.logout.submit') }).click()
    await expect(page).toHaveURL('/auth/login')
  }
  const submit = page.getByRole('button', { name: en('identity.login.submit') })
  const code = field(page, en('identity.field.otp'))
  await leave()
  await enter(page, person.username, password, en)
  await expect(alertOf(page)).toHaveText('OTP code required for this account')
  await submit.click()
  await expect(code).toHaveAccessibleDescription('OTP code is required for this account')
  await code.fill('12345')
  await expect(code).toHaveAccessibleDescription('OTP code must be 6 digits')
  const right = oneTimeCode(key, Date.now() + 30_000)
  await code.fill(right === '000000' ? '111111' : '000000')
  await submit.click()
  await expect(alertOf(page)).toHaveText('Invalid OTP code')
  // The current time step was used by the enrolment; a clock may be up to half a minute ahead.
  await code.fill(right)
  await submit.click()
  await expect(page).toHaveURL('/main')

  const byRecovery = async () => {
    await page.goto('/profile')
    await leave()
    await enter(page, person.username, password, en)
    await page.getByRole('button', { name: en('identity.login.useRecovery') }).click()
    await submit.click()
    await expect(field(page, en('identity.login.recovery'))).toHaveAccessibleDescription(
      en('identity.login.recoveryRequired'),
    )
    await field(page, en('identity.login.recovery')).fill(recovery)
    await submit.click()
  }
  await byRecovery()
  await expect(page).toHaveURL('/main')
  await byRecovery()
  await expect(alertOf(page)).toHaveText('Invalid OTP code')
})

test('the profile verifies the e-mail, and changing the password ends all sessions', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  test.setTimeout(90_000)
  const person = await world.worker('perfil')
  const outbox = await openOutbox(open, world)
  const page = await open(person, '/profile')
  const elsewhere = await open(person, '/profile', { language: 'en' })
  await page.getByRole('button', { name: es('account.verify.title.email') }).click()
  const dialog = page.getByRole('dialog', { name: es('account.verify.title.email') })
  const code = codeIn(await outbox.read(person.email, es('mails.verificationSubject')))
  const digits = field(dialog, es('identity.field.verificationCode'))
  await digits.fill(code === '000000' ? '111111' : '000000')
  await dialog.getByRole('button', { name: es('account.verify.submit') }).click()
  await expect(digits).toHaveAccessibleDescription(es('problems.verification_invalid'))
  await expect(digits).toBeFocused()
  await digits.fill(code)
  await dialog.getByRole('button', { name: es('account.verify.submit') }).click()
  await expect(page.getByText(es('account.verify.done', { address: person.email }))).toBeVisible()
  await expect(page.getByText(es('account.reach.verified'), { exact: true })).toBeVisible()

  await page.getByRole('button', { name: es('account.password.change') }).click()
  const change = page.getByRole('dialog', { name: es('account.password.change') })
  const submit = change.getByRole('button', { name: es('account.password.change') })
  await submit.click()
  for (const [name, key] of [
    ['currentPassword', 'identity.valid.currentPasswordRequired'],
    ['newPassword', 'identity.valid.passwordRequired'],
    ['confirmPassword', 'identity.valid.confirmRequired'],
  ] as const)
    await expect(field(change, es(`identity.field.${name}`))).toHaveAccessibleDescription(startOf(es(key)))
  await field(change, es('identity.field.currentPassword')).fill('Wrong-2026!')
  await field(change, es('identity.field.newPassword')).fill('Nueva-2026!')
  await field(change, es('identity.field.confirmPassword')).fill('Nueva-2027!')
  await submit.click()
  await expect(change.getByText(es('identity.valid.passwordsMatch'))).toBeVisible()
  await field(change, es('identity.field.confirmPassword')).fill('Nueva-2026!')
  await submit.click()
  await expect(change.getByText(es('identity.valid.currentPasswordIncorrect'))).toBeVisible()
  await field(change, es('identity.field.currentPassword')).fill(password)
  await submit.click()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText(es('identity.login.passwordChanged'))).toBeVisible()
  await expect(elsewhere.getByRole('alertdialog', { name: en('identity.expired.title') })).toBeVisible()
  await enter(page, person.username, 'Nueva-2026!')
  await expect(page).toHaveURL('/main')
})

test('an invitation becomes an account', async ({ open, world, tolerate }) => {
  tolerate(/40\d .*/)
  test.setTimeout(90_000)
  const known = await world.worker('invita')
  const email = `${world.unique('invitada')}@example.com`
  const adminPage = await open(await world.demo('super'), '/user-management')
  await adminPage.getByRole('button', { name: es('users.action.invite') }).click()
  const dialog = adminPage.getByRole('dialog', { name: es('users.invite.title') })
  const send = dialog.getByRole('button', { name: es('users.invite.submit') })
  await send.click()
  await expect(alertOf(dialog)).toHaveText(es('identity.valid.requiredFields'))
  await dialog.getByRole('textbox', { name: es('identity.field.email') }).fill(email)
  const pick = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await adminPage.getByRole('option', { name: option, exact: true }).click()
  }
  await pick(es('users.form.language'), es('users.form.language.en'))
  await pick(es('users.form.company'), known.companyName)
  await pick(es('users.form.role'), es('users.role.dispatcher'))
  await pick(es('users.form.fleet'), known.fleetName)
  await send.click()
  await expect(adminPage.getByText(es('users.done.invited', { email }))).toBeVisible()

  const outbox = await openOutbox(open, world)
  const text = await outbox.read(email, known.companyName)
  const path = /https?:\/\/\S+?(\/auth\/\S+)/.exec(text)?.[1] ?? ''
  const page = await open(null, path)
  await expect(heading(page, en('account.invitation.title'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const username = world.unique('invitada')
  await field(page, en('identity.field.username')).fill(known.username)
  await field(page, en('identity.field.firstName')).fill('Ivonne')
  await field(page, en('identity.field.lastName')).fill('Rey')
  await field(page, en('identity.field.password')).fill('Nueva-2026!')
  await field(page, en('identity.field.confirmPassword')).fill('Nueva-2026!')
  const submit = page.getByRole('button', { name: en('account.invitation.submit') })
  await submit.click()
  await expect(page.getByText('This username is already taken')).toBeVisible()
  await field(page, en('identity.field.username')).fill(username)
  await submit.click()
  await expect(page).toHaveURL('/auth/login')
  await enter(page, username, 'Nueva-2026!', en)
  await expect(page).toHaveURL('/main')
  await page.context().clearCookies()
  await page.goto(path)
  await expect(page.getByText(en('problems.invitation_invalid'))).toBeVisible()
})
