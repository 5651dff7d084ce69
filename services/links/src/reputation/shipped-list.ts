/**
 * What ships: the pages by which Google lets anybody try that warnings work. Which addresses mean harm changes by the hour: an operator gives a
 * list of their own (`REPUTATION_LIST`), or a key for Web Risk.
 */
export const SHIPPED_LIST = `
testsafebrowsing.appspot.com/s/malware.html malware
testsafebrowsing.appspot.com/s/phishing.html phishing
testsafebrowsing.appspot.com/s/unwanted.html unwanted_software
`;
