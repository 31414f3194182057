# SPDX-License-Identifier: Apache-2.0
from setuptools import find_packages, setup

package_name = 'warehouse_reports'

setup(
    name=package_name,
    version='1.2.0',
    packages=find_packages(exclude=['test']),
    data_files=[
        ('share/ament_index/resource_index/packages', ['resource/' + package_name]),
        ('share/' + package_name, ['package.xml']),
    ],
    install_requires=['setuptools'],
    zip_safe=True,
    maintainer='Warehouse',
    maintainer_email='warehouse@example.com',
    description='Nodes in Python that tell what is in a warehouse and have things carried',
    license='Apache-2.0',
    tests_require=['pytest'],
    entry_points={
        'console_scripts': [
            'report = warehouse_reports.report:main',
            'carry = warehouse_reports.carry:main',
        ],
    },
)
