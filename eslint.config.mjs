import js from '@eslint/js'
import { configs as lit } from 'eslint-plugin-lit'
import a11y from 'eslint-plugin-lit-a11y'
import { configs as wc } from 'eslint-plugin-wc'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

const zod = { regex: '^zod(/|$)', message: 'Validators stay out of browser bundles: import the type from the schema file.' }
const schema = { regex: '\\.schema\\.ts$', allowTypeImports: true, message: 'Schemas run in Node only: use "import type".' }

export default defineConfig(
  { ignores: ['**/dist', '.cache', '**/shopify.d.ts', 'test/build/apps', 'coverage', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  { files: ['**/*.ts', '**/*.tsx'], extends: [ts.configs.recommendedTypeChecked], languageOptions: { parserOptions: { projectService: true } } },
  {
    files: ['src/**/*.ts', 'console/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/recommended']],
    plugins: { 'lit-a11y': a11y },
    rules: a11y.configs.recommended.rules,
  },
  // A native checkbox exposes its checked state by itself, also with role "switch".
  { files: ['src/**/*.ts'], rules: { 'lit-a11y/role-has-required-aria-attrs': 'off' } },
  // The first field of a dialog that opens takes the focus (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/). A page as a whole has no such field.
  { files: ['console/**/*.ts'], rules: { 'lit-a11y/no-autofocus': 'off' } },
  {
    files: ['src/**/*.ts', 'console/**/*.ts', 'shops/**/*.{ts,tsx}'],
    ignores: ['**/*.schema.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [zod, schema] }] },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      // Lit binds listeners by itself.
      '@typescript-eslint/unbound-method': 'off',
      // All handlers of one table are async, including those that await nothing.
      '@typescript-eslint/require-await': 'off',
      // Schemas check external data. Code that turns such data into text does so on purpose.
      '@typescript-eslint/no-base-to-string': 'off',
      // A listener may be asynchronous if it handles its own errors.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false, properties: false } }],
      // The reason of an abort is passed on unchanged, whatever its type.
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Assertions read as sentences, and node:test tracks its own promises.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-floating-promises': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'MemberExpression[property.name=/^(only|skip|todo|fixme)$/][object.name=/^(it|test|describe)$/]', message: 'Every test must run.' },
      ],
    },
  },
  // Scripts of shops. Browsers run them without a build.
  { files: ['demo/**/*.js', 'shops/**/*.js', 'test/**/*.js'], rules: { 'no-undef': 'off' } },
  { files: ['**/*.mjs'], languageOptions: { globals: { process: 'readonly', URL: 'readonly' } } },
)
