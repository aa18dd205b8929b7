// Lets the copies of Lit on a page share one Trusted Types policy. `protection.js` and the files of `widgets.js` each bring a copy, each copy
// creates a policy named "lit-html" when it loads, and the content security policy `trusted-types lit-html` allows that once. Without this, the
// widgets of the second copy would not load on such a page (test/journeys/script-tag.spec.ts); Lit offers no way to pass it a policy.

interface PolicyFactory {
  createPolicy(name: string, rules: object): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }

if (trustedTypes) {
  const createPolicy = trustedTypes.createPolicy.bind(trustedTypes)
  let policy: unknown
  trustedTypes.createPolicy = (name, rules) => (name === 'lit-html' ? (policy ??= createPolicy(name, rules)) : createPolicy(name, rules))
}

export {}
