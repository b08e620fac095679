use lumi_graph::PackageMember;

use super::*;

struct Random(PackageMembers);

impl PackageInterface for Random {
    fn members(&self) -> &PackageMembers {
        &self.0
    }

    fn fingerprint(&self) -> String {
        String::new()
    }

    fn resource(&self, _: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        Ok(None)
    }

    fn function(&self, _: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
        Ok(None)
    }

    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
        Ok(Arc::default())
    }
}

impl PackageInterfaces for Random {
    fn names(&self) -> Vec<String> {
        vec![self.0.package.clone()]
    }

    fn open(&self, name: &str) -> Option<Result<Arc<dyn PackageInterface>, InterfaceError>> {
        (name == self.0.package).then(|| Ok(Arc::new(Self(self.0.clone())) as _))
    }
}

fn packages() -> DescribedPackages {
    let member = |name: &str| PackageMember::new(name, format!("random:resources:{name}"));
    DescribedPackages::new(Arc::new(Random(PackageMembers {
        package: "random".to_owned(),
        resources: ["Password", "String"].map(member).to_vec(),
        data: vec![member("bytes")],
        ..PackageMembers::default()
    })))
}

fn resolved(specifier: &str, referrer: &str) -> Option<String> {
    let found = packages().resolve(specifier, referrer)?;
    Some(found.map_or_else(|it| it.to_string(), |it| it.to_string()))
}

#[test]
fn a_package_is_a_module() {
    let packages = packages();
    let url = packages
        .resolve("lumi:random", "file:///index.ts")
        .unwrap()
        .unwrap();
    insta::assert_snapshot!(packages.code(&url).unwrap().unwrap(), @r#"
    import { packageModule } from "lumi:/lumi/package/package_module.ts";
    let c0, c1;
    export { c0 as Password, c1 as String, };
    export const { data, ephemeral, functions, Provider } = packageModule("random", [(of) => { c0 = of("Password"); c1 = of("String"); }]);
    "#);
}

#[test]
fn the_rest_of_a_package_is_a_module() {
    let packages = packages();
    let url = rest_url("random").unwrap();
    insta::assert_snapshot!(packages.code(&url).unwrap().unwrap(), @r#"
    import { readRest } from "lumi:/lumi/package/package_module.ts";
    readRest("random");
    export * from "lumi-package:random";
    "#);
    let resolved = |specifier: &str| resolved(specifier, url.as_str());
    assert_eq!(resolved(MAKER).as_deref(), Some(MAKER));
    let whole = "lumi-package:random";
    assert_eq!(resolved(whole).as_deref(), Some(whole));
    assert_eq!(resolved("lumi-package:other"), None);
    assert_eq!(resolved("lumi:/lumi/index.ts"), None);
}

#[test]
fn other_specifiers_are_not_packages() {
    for specifier in [
        "lumi",
        "lumi/std",
        "lumi:std",
        "lumi:/lumi/index.ts",
        "./lumi:x",
        "lumi:",
    ] {
        assert_eq!(resolved(specifier, "file:///index.ts"), None, "{specifier}");
    }
    assert_eq!(
        resolved(MAKER, "lumi-package:random").as_deref(),
        Some(MAKER)
    );
    assert_eq!(resolved("lumi:/lumi/index.ts", "lumi-package:random"), None);
}

#[test]
fn missing_members_are_explained() {
    let near = resolved("lumi:randm", "file:///index.ts").unwrap();
    assert!(near.contains("did you mean \"lumi:random\"?"), "{near}");
    let far = resolved("lumi:aws", "file:///index.ts").unwrap();
    assert!(far.contains("lumi add"), "{far}");
    let packages = packages();
    packages.open("random").unwrap();
    let message = |name: &str| {
        packages.advice(&format!(
            "The requested module 'lumi:random' does not provide an export named '{name}'"
        ))
    };
    assert_eq!(message("Strin").unwrap(), "; did you mean \"String\"?");
    assert_eq!(
        message("bytes").unwrap(),
        "; it is a data source: write \"data.bytes\""
    );
    assert_eq!(message("zzz"), None);
}

#[test]
fn a_namespace_is_a_module() {
    let members = ["s3.Bucket", "s3.control.Grant", "Region"]
        .map(|it| PackageMember::new(it, format!("aws:{it}")));
    let packages = DescribedPackages::new(Arc::new(Random(PackageMembers {
        package: "aws".to_owned(),
        resources: members.to_vec(),
        ..PackageMembers::default()
    })));
    let resolved = |it: &str| packages.resolve(it, "file:///index.ts").unwrap();
    let url = resolved("lumi:aws/s3").unwrap();
    assert_eq!(url.as_str(), "lumi-package:aws/s3");
    assert_eq!(resolved(url.as_str()).unwrap(), url);
    insta::assert_snapshot!(packages.code(&url).unwrap().unwrap(), @r#"
    import { packageModule } from "lumi:/lumi/package/package_module.ts";
    let c0;
    export { c0 as Bucket, };
    export const {  } = packageModule("aws/s3", [(of) => { c0 = of("Bucket"); }]);
    "#);
    let deeper = resolved("lumi:aws/s3/control").unwrap();
    assert!(
        packages
            .code(&deeper)
            .unwrap()
            .unwrap()
            .contains("as Grant")
    );
    let class = resolved("lumi:aws/s3/Bucket").unwrap();
    insta::assert_snapshot!(packages.code(&class).unwrap().unwrap(), @r#"
    import { packageModule } from "lumi:/lumi/package/package_module.ts";
    let c0;
    export { c0 as Bucket, };
    export const {  } = packageModule("aws/s3/Bucket", [(of) => { c0 = of("Bucket"); }]);
    "#);
    let missing = resolved("lumi:aws/s3/Buckett").unwrap_err().to_string();
    assert!(missing.contains("\"lumi:aws/s3/Bucket\""), "{missing}");
    assert!(resolved("lumi:aws/Region/Region").is_err());
    let missing = resolved("lumi:aws/s3/controll").unwrap_err().to_string();
    assert!(missing.contains("\"lumi:aws/s3/control\""), "{missing}");
    let message = "The requested module 'lumi:aws/s3' does not provide an export named 'Buckett'";
    assert_eq!(
        packages.advice(message).unwrap(),
        "; did you mean \"Bucket\"?"
    );
    assert_eq!(
        packages.advice("s3.Bucke is not a constructor").unwrap(),
        "; did you mean \"Bucket\"?"
    );
}
